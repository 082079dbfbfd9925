// Preloaded into what installs and builds (scripts/processes.mjs): where the process that began it was killed, which then ends nothing
// itself, it ends with all of its group.
const begun = Number(process.env.BEGUN_BY);
const group = process.platform === 'win32' ? process.pid : 0;
setInterval(() => {
  try {
    process.kill(begun, 0);
  } catch (error) {
    if (error.code === 'ESRCH') process.kill(group, 'SIGKILL');
  }
}, 200).unref();
