import { verify } from '@node-rs/argon2';

/** Only compares the password: the minimum cost of a request around the hash. */
export const action = async ({ request }) => {
  const { password } = await request.json();
  const isRight = await verify(process.env.FLOOR_HASH, password);
  return new Response(JSON.stringify({ success: isRight }), {
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
  });
};
