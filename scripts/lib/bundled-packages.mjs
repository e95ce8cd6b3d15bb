/**
 * Lists the packages of which the server uses a part. The build contains that part, so that a start
 * reads 10 MB less, and an archive of a release leaves the packages themselves out.
 */
export const bundledPackages = [
  'zod',
  'drizzle-orm',
  'remix-toast',
  'remix-auth',
  'remix-auth-form',
  '@conform-to/dom',
  '@conform-to/react',
  'libphonenumber-js',
  'otpauth',
  'react',
  'react-dom',
  '@remix-run/react',
  '@remix-run/router',
  'react-router',
  'react-router-dom',
  'rate-limiter-flexible',
  'ipaddr.js',
];
