// npm passes SIGTERM to the shell that runs a script, and that shell ends without telling its
// child. So when the shell ends, this process acts as if it had received SIGTERM.
const watchMilliseconds = 250;

if (process.env.npm_lifecycle_event && process.platform !== 'win32') {
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, watchMilliseconds);
  watch.unref();
}
