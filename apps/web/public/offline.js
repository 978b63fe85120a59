// The offline page: lists the cars that the user opened most recently in this browser. The list is in local storage
// (stored-cars.ts), and signing out deletes it.
const most = 9;
const dollars = new Intl.NumberFormat(document.documentElement.lang, { style: 'currency', currency: 'SGD', maximumFractionDigits: 0 });

const theme = /(?:^|; )theme=(light|dark)/.exec(document.cookie)?.[1];
if (theme !== undefined) document.documentElement.dataset.theme = theme;
document.getElementById('again')?.addEventListener('click', () => location.reload());
addEventListener('online', () => location.reload());
// The browser may report the connection before the server can be reached. The reload then shows this page again, and no
// further event follows, so the server is asked until it answers.
if (location.pathname !== '/offline.html') setInterval(() => void reloadWhenReachable(), 5_000);
showSeenCars();

async function reloadWhenReachable() {
  if (!navigator.onLine || document.hidden) return;
  try {
    await fetch('/healthz', { method: 'HEAD', cache: 'no-store' });
  } catch {
    return;
  }
  location.reload();
}

function showSeenCars() {
  const cars = seenCars();
  const list = document.getElementById('cars');
  const section = document.getElementById('seen');
  if (cars.length === 0 || list === null || section === null) return;
  list.append(...cars.map(row));
  section.hidden = false;
}

/** The stored cars. Entries that another version or another script has written are left out. */
function seenCars() {
  try {
    const stored = JSON.parse(localStorage.getItem('carhouse.seen') ?? '[]');
    const cars = Array.isArray(stored) ? stored : [];
    return cars.filter((car) => typeof car?.title === 'string' && Number.isFinite(car.resalePrice)).slice(0, most);
  } catch {
    return [];
  }
}

function row({ title, category, yearOfPurchase, resalePrice }) {
  const name = element('b', title);
  const facts = element('span', `${String(category).replaceAll('_', '-')}, ${yearOfPurchase}`);
  const price = element('data', dollars.format(resalePrice));
  const item = document.createElement('li');
  item.append(name, price, facts);
  return item;
}

function element(tag, text) {
  const made = document.createElement(tag);
  made.textContent = text;
  return made;
}
