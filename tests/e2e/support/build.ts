import { ensureBuilt } from '../../../scripts/lib/build.mjs';

/** The journeys run against the built server; a run by hand first builds what has changed. */
export default async function build() {
  if (!process.env.BUILD_IS_READY) await ensureBuilt();
}
