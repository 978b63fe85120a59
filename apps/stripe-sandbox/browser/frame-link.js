/** Opens frames of the provider and exchanges messages with them. This file runs in the shop's page. */

const base = new URL('./', /** @type {HTMLScriptElement} */ (document.currentScript).src);
let opened = 0;

/**
 * Opens one of the provider's pages in a frame and passes its messages on until `close` is called.
 * @param {HTMLElement} place @param {string} page @param {string} title @param {(message: any) => void} onMessage
 */
export function openFrame(place, page, title, onMessage) {
  opened += 1;
  const name = `__sandboxCardProvider${opened}`;
  const frame = document.createElement('iframe');
  frame.name = name;
  frame.title = title;
  frame.src = new URL(page, base).href;
  /** @param {MessageEvent} event */
  const listen = (event) => {
    if (event.source === frame.contentWindow && event.data?.sandboxCardProvider === name) onMessage(event.data);
  };
  addEventListener('message', listen);
  place.append(frame);
  return {
    name,
    frame,
    /** @param {Record<string, unknown>} message */
    send: (message) => frame.contentWindow?.postMessage({ sandboxCardProvider: name, ...message }, '*'),
    close() {
      removeEventListener('message', listen);
      frame.remove();
    },
  };
}

/**
 * Returns a function that calls the provider through a hidden frame. The frame is opened at the first call.
 * @param {string} publishableKey
 */
export function makeController(publishableKey) {
  /** @type {Map<number, (answer: any) => void>} */
  const waiting = new Map();
  /** @type {ReturnType<typeof openFrame> | undefined} */
  let link;
  /** @type {Promise<void>} */
  let loaded;
  let count = 0;

  function open() {
    loaded = new Promise((done) => {
      link = openFrame(document.body, 'controller.html', 'Card provider', (message) => {
        if (message.kind === 'loaded') done();
        if (message.kind === 'answer') {
          waiting.get(message.id)?.(message.answer);
          waiting.delete(message.id);
        }
      });
      Object.assign(link.frame, { hidden: true, tabIndex: -1 });
      link.frame.setAttribute('aria-hidden', 'true');
      link.frame.style.display = 'none';
    });
  }

  /** @param {Record<string, unknown>} order @returns {Promise<any>} */
  return async function ask(order) {
    // A client-side router may have replaced the whole body including the frame.
    if (link === undefined || !link.frame.isConnected) open();
    await loaded;
    count += 1;
    const id = count;
    return new Promise((done) => {
      waiting.set(id, done);
      link?.send({ ...order, id, publishableKey });
    });
  };
}
