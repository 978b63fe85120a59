import { splitPhrases } from './trade-entry.ts';

/** The generation of a model: the words that name the model, and the years in which it was sold new. */
export type Generation = { readonly model: string; readonly from: number; readonly to: number };

/**
 * A code, or several codes with commas between them, with the first and last year. The last generations are still sold.
 */
const lastYear = 2099;

/**
 * Codes that name a generation alone, by the words that name its model: `w205` is a C-Class of 2014 to 2021. The years are
 * those in which a car could be registered as new in Singapore, with one year in which stock was sold off.
 */
const codesByModel: Readonly<Record<string, string>> = {
  'mercedes a class': 'w168 1998-2005|w169 2005-2012|w176 2012-2019|w177,v177 2018-',
  'mercedes b class': 'w245 2005-2012|w246 2011-2019|w247 2019-',
  'mercedes c class':
    'w202 1993-2001|w203 2000-2008|w204,s204,c204 2007-2015|w205,s205,c205,a205 2014-2022|w206,s206 2021-',
  'mercedes e class':
    'w124 1985-1996|w210 1995-2003|w211,s211 2002-2010|w212,s212 2009-2017|c207,a207 2009-2017|w213,s213,c238,a238 2016-2024|w214 2023-',
  'mercedes s class': 'w220 1998-2006|w221 2005-2014|w222,v222 2013-2021|w223,v223 2020-',
  'mercedes cla': 'c117,x117 2013-2020|c118,x118 2019-',
  'mercedes gla': 'x156 2013-2020|h247 2019-',
  'mercedes glb': 'x247 2019-',
  'mercedes glc': 'x253,c253 2015-2023|x254,c254 2022-',
  'mercedes gle': 'w166,c292 2015-2020|v167,c167 2018-',
  'mercedes gls': 'x166 2015-2020|x167 2019-',
  'mercedes g class': 'w463 1990-2019|w463a,w464 2018-',
  'bmw 1 series': 'e81,e82,e87,e88 2004-2014|f20,f21 2011-2020|f40 2019-2025|f70 2024-',
  'bmw 2 series': 'f22,f23,f44 2013-2022|f45,f46 2014-2022|g42,u06 2021-',
  'bmw 3 series':
    'e30 1982-1994|e36 1990-2000|e46 1998-2007|e90,e91,e92,e93 2005-2014|f30,f31,f34 2011-2020|g20,g21 2018-',
  'bmw 4 series': 'f32,f33,f36 2013-2021|g22,g23,g26 2020-',
  'bmw 5 series': 'e34 1988-1997|e39 1995-2004|e60,e61 2003-2011|f10,f11,f07 2009-2018|g30,g31 2016-2024|g60,g61 2023-',
  'bmw 6 series': 'e63,e64 2003-2011|f06,f12,f13 2011-2019|g32 2017-2024',
  'bmw 7 series': 'e38 1994-2002|e65,e66 2001-2009|f01,f02 2008-2016|g11,g12 2015-2023|g70 2022-',
  'bmw 8 series': 'g14,g15,g16 2018-',
  'bmw x1': 'e84 2009-2016|f48 2015-2023|u11 2022-',
  'bmw x2': 'f39 2017-2024|u10 2023-',
  'bmw x3': 'e83 2003-2011|f25 2010-2018|g01 2017-2025|g45 2024-',
  'bmw x4': 'f26 2014-2019|g02 2018-',
  'bmw x5': 'e53 1999-2007|e70 2006-2014|f15 2013-2019|g05 2018-',
  'bmw x6': 'e71 2008-2015|f16 2014-2020|g06 2019-',
  'bmw x7': 'g07 2018-',
  'bmw m2': 'f87 2015-2022|g87 2022-',
  'bmw m3': 'f80 2014-2019|g80 2020-',
  'bmw m4': 'f82,f83 2014-2021|g82,g83 2020-',
  'bmw m5': 'f90 2017-2024|g90 2024-',
  'bmw z4': 'e85,e86 2002-2009|e89 2009-2017|g29 2018-',
  'honda civic type r':
    'ek9 1997-2001|ep3 2001-2006|fd2,fd2r 2007-2011|fn2 2007-2012|fk2 2015-2018|fk8 2017-2022|fl5 2022-',
  'toyota supra': 'a80,jza80 1993-2003|a90,a91 2019-',
  'toyota alphard': 'ah10,anh10 2002-2008|ah20,anh20 2008-2016|ah30,agh30 2015-2024|ah40,agh40 2023-',
  'toyota estima': 'acr30 2000-2006|acr50 2006-2020',
  'toyota harrier': 'acu30 2003-2014|zsu60 2013-2021|xu60 2013-2021|xu80 2020-',
  'toyota gr86': 'zn8 2021-',
  'nissan gtr': 'r35 2007-',
  'subaru wrx': 'gc8 1994-2001|gdb 2001-2008|grb,gvb 2007-2014|va1,vab 2014-2022',
  'suzuki swift sport': 'zc31s 2005-2012|zc32s 2011-2018|zc33s 2017-',
  'porsche 911': '991.1,991.2 2011-2020|997.1,997.2 2004-2013|992.1,992.2 2019-',
};

/** Codes that name a generation only beside the model: `civic fc`, `golf mk7`, `a4 b9`, `porsche 991`. */
const codesAfterModel: Readonly<Record<string, string>> = {
  civic: 'eg 1991-1996|ek 1995-2001|es 2000-2006|fd 2005-2012|fb 2011-2016|fc 2016-2022|fk 2016-2022|fe 2021-|fl 2021-',
  jazz: 'gd 2001-2008|ge 2007-2014|gk 2013-2021|gr 2019-',
  fit: 'gd 2001-2008|ge 2007-2014|gk 2013-2021|gr 2019-',
  accord: 'cl 2002-2008|cp 2007-2013|cr 2012-2019|cv 2017-',
  golf: 'mk4 1998-2005|mk5 2003-2010|mk6 2008-2014|mk7,mk7.5 2012-2021|mk8,mk8.5 2020-',
  gti: 'mk5 2003-2010|mk6 2008-2014|mk7,mk7.5 2012-2021|mk8,mk8.5 2020-',
  polo: 'mk5 2009-2018|mk6 2017-',
  a3: '8p 2003-2014|8v 2012-2021|8y 2020-',
  s3: '8p 2003-2014|8v 2012-2021|8y 2020-',
  rs3: '8p 2003-2014|8v 2012-2021|8y 2020-',
  a4: 'b6 2000-2005|b7 2004-2009|b8,b8.5 2007-2017|b9 2015-2025',
  s4: 'b6 2000-2005|b7 2004-2009|b8,b8.5 2007-2017|b9 2015-2025',
  rs4: 'b7 2004-2009|b8,b8.5 2007-2017|b9 2015-2025',
  a5: 'b8,b8.5 2007-2018|b9 2016-2025',
  s5: 'b8,b8.5 2007-2018|b9 2016-2025',
  rs5: 'b8,b8.5 2007-2018|b9 2016-2025',
  a6: 'c5 1997-2005|c6 2004-2012|c7,c7.5 2011-2019|c8 2018-2026',
  s6: 'c7,c7.5 2011-2019|c8 2018-2026',
  rs6: 'c6 2008-2011|c7,c7.5 2013-2019|c8 2019-2026',
  a7: 'c7,c7.5 2010-2018|c8 2017-2026',
  tt: '8n 1998-2006|8j 2006-2015|8s 2014-2024',
  911: '964 1989-1994|993 1993-1998|996 1997-2006|997 2004-2013|991 2011-2020|992 2019-',
  boxster: '986 1996-2005|987 2004-2012|981 2012-2017|718 2016-',
  cayman: '987 2005-2012|981 2012-2017|718 2016-',
  'mx-5': 'na 1989-1998|nb 1998-2006|nc 2005-2016|nd 2015-',
  mx5: 'na 1989-1998|nb 1998-2006|nc 2005-2016|nd 2015-',
  miata: 'na 1989-1998|nb 1998-2006|nc 2005-2016|nd 2015-',
  'mazda 3': 'bk 2003-2009|bl 2008-2014|bm,bn 2013-2020|bp 2018-',
  mazda3: 'bk 2003-2009|bl 2008-2014|bm,bn 2013-2020|bp 2018-',
};

/** The generations of codes that need no model beside them. */
export const generationsByCode: ReadonlyMap<string, Generation> = new Map(
  Object.entries(codesByModel).flatMap(([model, codes]) => readCodes(model, codes)),
);

/** The generations of a model by their codes, for each word that ends the name of the model. */
export const generationsAfterModel: ReadonlyMap<string, ReadonlyMap<string, Generation>> = new Map(
  Object.entries(codesAfterModel).map(([model, codes]) => [model, new Map(readCodes(model, codes))] as const),
);

function readCodes(model: string, text: string): readonly (readonly [code: string, Generation])[] {
  return splitPhrases(text).flatMap((entry) => {
    const [names = '', years = ''] = entry.split(' ');
    const [from, to] = years.split('-').map(Number);
    const generation = { model, from: from ?? 0, to: to === undefined || to === 0 ? lastYear : to };
    return names.split(',').map((code) => [code, generation] as const);
  });
}
