// The offline page: lists the cars that this browser opened last. They are in its local storage (stored-cars.ts); signing out
// clears them.
const most = 9;
const dollars = new Intl.NumberFormat(document.documentElement.lang, { style: 'currency', currency: 'SGD', maximumFractionDigits: 0 });

const theme = /(?:^|; )theme=(light|dark)/.exec(document.cookie)?.[1];
if (theme !== undefined) document.documentElement.dataset.theme = theme;
document.getElementById('again')?.addEventListener('click', () => location.reload());
addEventListener('online', () => location.reload());
showSeenCars();

function showSeenCars() {
  const cars = seenCars();
  const list = document.getElementById('cars');
  const section = document.getElementById('seen');
  if (cars.length === 0 || list === null || section === null) return;
  list.append(...cars.map(row));
  section.hidden = false;
}

/** Entries of other versions or other scripts are left out. */
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
