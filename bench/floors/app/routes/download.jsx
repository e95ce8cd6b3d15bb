import { createReadStream, statSync } from 'node:fs';
import { createReadableStreamFromReadable } from '@remix-run/node';

/** Answers with a file on the disk, whole or the requested range. */
export const loader = ({ request }) => {
  const path = process.env.FLOOR_FILE;
  const { size } = statSync(path);
  const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.get('range') ?? '');
  const [start, end] = range ? [Number(range[1]), Number(range[2])] : [0, size - 1];
  const headers = { 'Content-Type': 'application/pdf', 'Content-Length': String(end - start + 1) };
  if (range) headers['Content-Range'] = `bytes ${start}-${end}/${size}`;
  const body = createReadableStreamFromReadable(createReadStream(path, { start, end }));
  return new Response(body, { status: range ? 206 : 200, headers });
};
