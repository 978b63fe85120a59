// `node tools/ask-ready.mjs`: asks /readyz of the server on PORT of this machine. Exit codes: 0 ready, 1 not. This
// command is the health check of the container, because the container image has no curl.
const port = process.env.PORT || '3000';
try {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2_500) });
  process.exitCode = answer.ok ? 0 : 1;
} catch {
  process.exitCode = 1;
}
