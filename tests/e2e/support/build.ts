import { ensureBuilt } from '../../../scripts/lib/build.mjs';

/** Runs before the journeys, which need the built server; a manual run first builds the changes. */
export default async function build() {
  if (!process.env.BUILD_IS_READY) await ensureBuilt();
}
