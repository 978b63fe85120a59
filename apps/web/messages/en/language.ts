/** The language of this folder: of the pages (`lang`), and of numbers, dates and distances (Intl). */
export const language = { tag: 'en-SG', name: 'English' } as const;
