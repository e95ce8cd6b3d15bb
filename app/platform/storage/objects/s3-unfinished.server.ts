import type { S3Requests } from './s3-requests.server.ts';

/** An upload in parts that was begun, as S3 lists it. */
type Unfinished = { Key: string; UploadId: string; Initiated: string };

/** A page of them, by the name that S3 gives it or without. */
type Listed = {
  Upload?: Unfinished | Unfinished[];
  IsTruncated?: string;
  NextKeyMarker?: string;
  NextUploadIdMarker?: string;
  ListMultipartUploadsResult?: Listed;
};

type Which = { olderThanMs: number; pageSize: number };

/**
 * Aborts uploads in parts below a prefix that were begun longer ago than that.
 *
 * @returns how many there were.
 */
export async function clearUnfinished(
  requests: S3Requests,
  prefix: string,
  { olderThanMs, pageSize }: Which,
): Promise<number> {
  const before = Date.now() - olderThanMs;
  const uploads = await listUnfinished(requests, prefix, pageSize);
  const old = uploads.filter(({ Initiated }) => Number(new Date(Initiated)) <= before);
  for (const { Key, UploadId } of old)
    await requests.ask((client) => client.abortMultipartUpload(Key, UploadId));
  return old.length;
}

/** There are few: those of puts that a process or a store did not live to abort. */
async function listUnfinished(requests: S3Requests, prefix: string, pageSize: number) {
  const found: Unfinished[] = [];
  let markers: Record<string, string> | undefined = {};
  while (markers) {
    const query = { prefix, 'max-uploads': pageSize, ...markers };
    const answer: Listed = await requests.ask(
      (client) => client.listMultipartUploads('/', prefix, 'GET', query) as Promise<Listed>,
    );
    const { Upload, IsTruncated, NextKeyMarker, NextUploadIdMarker } =
      answer.ListMultipartUploadsResult ?? answer;
    found.push(...(Upload ? [Upload].flat() : []));
    const isMore = IsTruncated === 'true' && NextKeyMarker && NextUploadIdMarker;
    markers = isMore ? { 'key-marker': NextKeyMarker, 'upload-id-marker': NextUploadIdMarker } : undefined;
  }
  return found;
}
