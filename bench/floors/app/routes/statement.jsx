import { rows } from '../rows.server';

/** Answers the list from one prepared statement: the requested page, or the first. */
export const loader = ({ request }) => {
  const page = new URL(request.url).searchParams.get('page');
  const body = JSON.stringify(rows.read(Number(page ?? 1)));
  return new Response(body, { headers: { 'Content-Type': 'application/json; charset=utf-8' } });
};
