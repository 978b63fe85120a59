import { hydrateRoot } from 'react-dom/client';
import type { Application } from './home/continue-in-application.tsx';
import { HomeApp } from './home/home-app.tsx';
import type { Navigator } from './home/home-navigation.tsx';
import { readPageData } from './home/page-data.ts';
import { hydratePage } from './hydrate-page.ts';
import { hrefOf } from './navigation/navigation.ts';

let application: Promise<Application> | undefined;
/** While the application is on its way. */
let opening = false;

// Without its files a link leads to its page itself: Home is not to be loaded again for them.
window.addEventListener('vite:preloadError', (event) => {
  if (opening) event.stopImmediatePropagation();
});
const context = hydratePage(() => void application?.then((opened) => opened.invalidate()));
readPageData(context.queryClient);

/** The application comes when a user is about to leave Home. */
function openApplication(): Promise<Application> {
  application ??= fetchApplication();
  return application;
}

async function fetchApplication(): Promise<Application> {
  opening = true;
  try {
    const { continueInApplication } = await import('./home/continue-in-application.tsx');
    return continueInApplication(root, context);
  } catch (error) {
    application = undefined;
    throw error;
  } finally {
    opening = false;
  }
}

const navigator: Navigator = {
  go: async (place, options) => {
    const href = typeof place === 'string' ? place : hrefOf(place);
    if (isHere(href)) {
      stayHere(href);
      return;
    }
    try {
      await (await openApplication()).go(place, options);
    } catch {
      // Its files did not come: the page itself may.
      location.assign(href);
    }
  },
  prepare: (target) => {
    openApplication().then(
      ({ prepare }) => prepare(target),
      () => undefined,
    );
  },
};

function isHere(href: string): boolean {
  return href.replace(/#.*/, '') === location.pathname + location.search;
}

function stayHere(href: string): void {
  const [, hash] = href.split('#');
  if (hash === undefined) scrollTo(0, 0);
  else location.hash = hash;
  document.getElementById(hash ?? '')?.scrollIntoView();
}

const root = hydrateRoot(document, <HomeApp context={context} pathname={location.pathname} navigator={navigator} />);
