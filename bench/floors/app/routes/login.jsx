import { verify } from '@node-rs/argon2';

/**
 * A log-in that does nothing but compare the password: what a request around the hash costs at
 * least.
 */
export const action = async ({ request }) => {
  const { password } = await request.json();
  const isRight = await verify(process.env.FLOOR_HASH, password);
  return new Response(JSON.stringify({ success: isRight }), {
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
  });
};
