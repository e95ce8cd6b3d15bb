import { rows } from '../rows.server';

/** The list from one prepared statement. */
export const loader = () => {
  const body = JSON.stringify(rows.read());
  return new Response(body, { headers: { 'Content-Type': 'application/json; charset=utf-8' } });
};
