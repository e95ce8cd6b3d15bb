// Imported first by every command, so that an old Node prints one sentence instead of a stack.
const [major, minor] = process.versions.node.split('.').map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Node.js 20.19 or later is required; this is ${process.versions.node}.`);
  process.exit(1);
}
