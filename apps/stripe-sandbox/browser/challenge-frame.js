// Tells the shop's page, when the challenge is shown in a frame, that it has ended or that the buyer pressed Escape in it.
if (parent !== window) {
  if (document.querySelector('[data-ended]') !== null) {
    parent.postMessage({ sandboxCardProvider: 'challenge-ended' }, '*');
  }
  addEventListener('keydown', (event) => {
    if (event.key === 'Escape') parent.postMessage({ sandboxCardProvider: 'challenge-closed' }, '*');
  });
}
