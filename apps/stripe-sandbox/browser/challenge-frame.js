// When the page is shown in a frame, this script reports to the shop's page that its action has ended or that
// the buyer pressed Escape.
if (parent !== window) {
  if (document.querySelector('[data-ended]') !== null) {
    parent.postMessage({ sandboxCardProvider: 'challenge-ended' }, '*');
  }
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape') parent.postMessage({ sandboxCardProvider: 'challenge-closed' }, '*');
  });
}
