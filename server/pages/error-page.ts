const banner =
  '<aside aria-label="Demo"><p><b>Demo:</b> anyone can sign in with the published accounts, no money moves.</p></aside>';

/** What a visitor sees when even the app's own error page cannot be rendered. Plain, without scripts or styles. */
export function errorPage(requestId: string, publicDemo: boolean): string {
  return `<!doctype html>
<html lang="en-SG">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>Car House</title></head>
<body>${publicDemo ? banner : ''}<main><h1>This page could not be shown</h1><p>Something went wrong on our side. Nothing was changed. Please try again in a moment.</p><p>Number of this request: ${requestId.replace(/[^\w-]/g, '')}</p><p><a href="/">Back to home</a></p></main></body>
</html>
`;
}
