/**
 * The service worker: shows the offline page when a page cannot be loaded (decision 0059). The cache of the worker
 * contains the files below and nothing else. The worker stores no other page, no API response and no image, so it never
 * stores data of a user.
 */
const prefix = 'carhouse-offline-';
/** The build replaces this text by a hash of the files below (build/write-offline-page.ts). */
const version = 'version of the build';
const cacheName = prefix + version;
const page = '/offline.html';
const files = [page, '/offline.css', '/offline.js', '/favicon.svg'];

addEventListener('install', (event) => {
  event.waitUntil(store().then(() => self.skipWaiting()));
});

addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([dropOldCaches(), self.registration.navigationPreload?.enable(), self.clients.claim()]));
});

addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate') event.respondWith(pageOr(event));
  else if (files.includes(pathOf(request))) event.respondWith(fileOr(request));
});

/** Stores the files in the cache. The files are fetched without cookies, because they are the same for everybody. */
async function store() {
  const cache = await caches.open(cacheName);
  await cache.addAll(files.map((file) => new Request(file, { cache: 'reload', credentials: 'omit' })));
}

async function dropOldCaches() {
  const old = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== cacheName);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** Returns the page from the network, whatever its status. When no response arrives, the offline page is returned. */
async function pageOr({ preloadResponse, request }) {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch {
    return (await caches.match(page, { cacheName })) ?? Response.error();
  }
}

async function fileOr(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(pathOf(request), { cacheName })) ?? Response.error();
  }
}

function pathOf(request) {
  const { origin, pathname } = new URL(request.url);
  return origin === self.location.origin ? pathname : '';
}
