/** The login page of the test's OpenID provider. */
export function loginPage(action: string): string {
  return `<!doctype html><html lang="en"><title>OpenID company</title><link rel="icon" href="data:,"><meta name="viewport" content="width=device-width">
<main><h1>Who are you?</h1><form method="post" action="${action}">
<label>Address <input name="email" autocomplete="off"></label>
<button>Continue</button> <button name="cancel" value="1">Cancel</button></form></main></html>`;
}
