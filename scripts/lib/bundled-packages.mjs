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

/**
 * Lists the packages that build the program and run its commands from a checkout. They are
 * dependencies, so that `npm start` need not install the tools of tests and checks, but no running
 * server loads them.
 */
export const buildPackages = [
  '@remix-run/dev',
  '@remix-run/route-config',
  '@tailwindcss/vite',
  'esbuild',
  'tailwindcss',
  'terser',
  'tsx',
  'typescript',
  'vite',
];
