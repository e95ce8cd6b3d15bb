import { rows } from '../rows.server';

/** The list from memory: what routing, one JSON.stringify and the answer cost. */
export const loader = () => {
  const body = JSON.stringify(rows.held());
  return new Response(body, { headers: { 'Content-Type': 'application/json; charset=utf-8' } });
};
