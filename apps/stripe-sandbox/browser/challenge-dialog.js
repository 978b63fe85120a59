/**
 * Shows a page of the provider over the shop's page: the 3-D Secure challenge, or a PayNow code. The promise resolves when
 * its action has ended (here or in another tab), or when the buyer closed the dialog. `ended` asks the provider whether
 * the action of the intent has ended.
 * @param {string} address @param {() => Promise<boolean>} ended @param {{ title: string, close: string, height: string }} view
 * @returns {Promise<'ended' | 'closed'>}
 */
export function showChallenge(address, ended, view) {
  return new Promise((resolve) => {
    const before = document.activeElement;
    const dialog = document.createElement('dialog');
    dialog.setAttribute('aria-label', view.title);
    Object.assign(dialog.style, {
      padding: '0',
      border: '0',
      borderRadius: '12px',
      width: 'min(480px, calc(100vw - 32px))',
      maxHeight: 'calc(100vh - 32px)',
      overflow: 'hidden',
      boxShadow: '0 0 0 100vmax rgb(0 0 0 / 0.6)',
      background: '#fff',
      margin: 'auto',
    });
    const frame = document.createElement('iframe');
    frame.title = view.title;
    frame.src = address;
    Object.assign(frame.style, {
      display: 'block',
      border: '0',
      width: '100%',
      height: `min(${view.height}, calc(100vh - 120px))`,
      colorScheme: 'light',
    });
    const close = document.createElement('button');
    close.type = 'button';
    close.textContent = view.close;
    Object.assign(close.style, {
      display: 'block',
      margin: '0 auto 16px',
      padding: '12px 16px',
      border: '0',
      background: 'none',
      color: '#30313d',
      font: '500 14px system-ui, sans-serif',
      textDecoration: 'underline',
      cursor: 'pointer',
    });
    dialog.append(frame, close);
    document.body.append(dialog);

    let over = false;
    /** @param {'ended' | 'closed'} outcome */
    const finish = (outcome) => {
      if (over) return;
      over = true;
      clearInterval(timer);
      removeEventListener('message', onMessage);
      dialog.close();
      dialog.remove();
      if (before instanceof HTMLElement) before.focus();
      resolve(outcome);
    };
    /** @param {MessageEvent} event */
    const onMessage = (event) => {
      if (event.source !== frame.contentWindow) return;
      if (event.data?.sandboxCardProvider === 'challenge-ended') finish('ended');
      if (event.data?.sandboxCardProvider === 'challenge-closed') finish('closed');
    };
    // The buyer may complete the challenge in another tab.
    const timer = setInterval(() => {
      void ended().then((over) => over && finish('ended'));
    }, 2000);
    addEventListener('message', onMessage);
    close.addEventListener('click', () => finish('closed'));
    dialog.addEventListener('cancel', () => finish('closed'));
    dialog.showModal();
    frame.focus();
  });
}
