import { startSwift } from '../tools/programs/swift.mjs';

/** Starts the object store of a run. */
export default async function startStore() {
  const store = await startSwift();
  process.env.TEST_S3 = JSON.stringify(store.settings);
  return () => store.stop();
}
