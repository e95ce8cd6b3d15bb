// Imported first by the launcher of an archive, so that another Node prints one sentence. The
// database driver in the archive needs Node-API 10, and runs on these versions without a compiler.
const [major, minor] = process.versions.node.split('.').map(Number);

if (!((major === 22 && minor >= 14) || major === 24)) {
  console.error(
    `SecondLook needs Node.js 22 (22.14 or later) or 24; the node in PATH is ${process.versions.node}.`,
  );
  process.exit(1);
}
