import type { ReactElement } from 'react';
import { listingDetailMessages } from '#messages/listing-detail';
import { formatDate } from '../../../ui/format-date.ts';
import styles from './car-gallery.module.css';

const t = listingDetailMessages.images;

/** SVG path of the outline of a car and its wheels, made of ticks: vertical lines from an upper to a lower end. */
const body = `M2 89V118M9 85V118M17 82V118M25 81V118M33 80V118M41 79V118M49 78V118M57 76V118M65 75V109M73 75V102M81 75V98M89 74V96
  M97 73V96M105 72V99M113 71V103M121 70V112M129 69V118M137 68V118M145 68V118M153 63V118M161 54V118M168 43V118M176 38V118
  M184 36V118M192 30V118M200 23V118M208 18V118M216 18V118M224 17V118M232 15V118M240 14V118M248 13V118M256 12V118M264 12V118
  M272 12V118M280 13V118M288 14V118M296 14V118M304 15V118M312 15V118M320 16V118M327 18V118M335 22V118M343 27V118M351 32V118
  M359 35V107M367 36V100M375 40V97M383 47V96M391 54V97M399 58V99M407 59V105M415 59V116M423 60V118M431 61V118M439 62V118
  M447 63V118M455 63V118M463 66V118M471 72V118M479 75V118`;
const wheelsPath = `M71 113V128M78 106V128M85 103V128M92 102V128M99 103V128M106 106V128M113 113V128M363 113V128M370 106V128
  M377 103V128M384 102V128M391 103V128M398 106V128M405 113V128`;

/** Replaces the gallery of a car without photos. */
export function NoPhotos({ seller, postedAt }: { readonly seller: string; readonly postedAt: string }): ReactElement {
  return (
    <div className={styles.imageless}>
      <svg viewBox="0 0 481 130" aria-hidden="true">
        <path d={body} />
        <path d={wheelsPath} opacity=".6" />
      </svg>
      <b>{t.none}</b>
      <p className="num">{t.noneYet(seller, formatDate(postedAt))}</p>
    </div>
  );
}
