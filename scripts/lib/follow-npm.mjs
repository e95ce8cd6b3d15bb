// npm hands SIGTERM to the shell it starts scripts with, and that shell ends without telling its
// child. So when the shell is gone, this process takes it as the SIGTERM it was meant to get.
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
