import { ArrowLeft, ArrowRight, X } from 'lucide-react';
import type { ReactElement } from 'react';
import { imageMessages } from '#messages/images';
import { Icon } from '../../../../ui/icon.tsx';
import { smallestFile } from '../../../../ui/image-sources.ts';
import { Logo } from '../../../../ui/logo.tsx';
import { Meter } from '../../../../ui/meter.tsx';
import type { DraftImage } from './draft-image.ts';
import styles from './image-field.module.css';

type ImageTileProps = {
  readonly photo: DraftImage;
  /** From 0 on. */
  readonly place: number;
  readonly count: number;
  readonly dragged: boolean;
  /** Some tile is being dragged. */
  readonly dropping: boolean;
  readonly onDrag: (id: number | undefined) => void;
  readonly onDropHere: () => void;
  readonly onMove: (to: number, button: 'earlier' | 'later') => void;
  readonly onRemove: () => void;
  readonly onRetry: () => void;
};

/** One image: its upload progress, whether it is the cover, and the buttons that move and remove it. */
export function ImageTile(props: ImageTileProps): ReactElement {
  const { photo, place, count, dragged } = props;
  const shown = place + 1;
  return (
    <li
      className={`preview ${photo.state === 'failed' ? 'preview--fail' : ''} ${dragged ? styles.isDragged : ''}`}
      aria-label={imageMessages.photo(shown, count)}
      data-photo={photo.id}
      draggable
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        props.onDrag(photo.id);
      }}
      onDragEnd={() => props.onDrag(undefined)}
      onDragOver={(event) => {
        if (props.dropping) event.preventDefault();
      }}
      onDrop={(event) => {
        event.preventDefault();
        props.onDropHere();
      }}
    >
      <Drawing photo={photo} />
      {place === 0 ? <span className="badge">{imageMessages.cover}</span> : null}
      <button
        className={`iconbtn ${styles.previewRemove}`}
        type="button"
        data-remove
        aria-label={imageMessages.remove(shown)}
        onClick={props.onRemove}
      >
        <Icon of={X} />
      </button>
      {photo.state === 'done' ? <Movers {...props} /> : <Bar {...props} />}
    </li>
  );
}

function Drawing({ photo }: { photo: DraftImage }): ReactElement {
  // The local thumbnail stays: the uploaded image looks the same and would be fetched needlessly.
  const address = photo.preview === '' && photo.url !== undefined ? smallestFile(photo.url) : photo.preview;
  if (address === '') {
    return (
      <span className="picture--none">
        <Logo />
      </span>
    );
  }
  return <img src={address} alt="" draggable={false} />;
}

function Movers({ place, count, onMove }: ImageTileProps): ReactElement | null {
  if (count < 2) return null;
  const [first, last] = [place === 0, place === count - 1];
  return (
    <span className={styles.previewMove}>
      <button
        className="iconbtn"
        type="button"
        data-move="earlier"
        aria-label={imageMessages.earlier(place + 1)}
        aria-disabled={first || undefined}
        onClick={first ? undefined : () => onMove(place - 1, 'earlier')}
      >
        <Icon of={ArrowLeft} />
      </button>
      <button
        className="iconbtn"
        type="button"
        data-move="later"
        aria-label={imageMessages.later(place + 1)}
        aria-disabled={last || undefined}
        onClick={last ? undefined : () => onMove(place + 1, 'later')}
      >
        <Icon of={ArrowRight} />
      </button>
    </span>
  );
}

const ticks = 10;

function Bar({ photo, place, onRetry }: ImageTileProps): ReactElement {
  if (photo.state === 'failed') {
    return (
      <div className="preview__bar">
        <span>{imageMessages.failed}</span>
        <button
          type="button"
          className="preview__try"
          aria-label={imageMessages.tryAgainFor(photo.name)}
          onClick={onRetry}
        >
          {imageMessages.tryAgain}
        </button>
      </div>
    );
  }
  return (
    <div
      className="preview__bar"
      role="progressbar"
      aria-label={imageMessages.progress(place + 1)}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={photo.percent}
    >
      <Meter lit={Math.floor((photo.percent / 100) * ticks)} of={ticks} />
      <span className="num">{imageMessages.percent(photo.percent)}</span>
      <span>{photo.state === 'waiting' ? imageMessages.waiting : imageMessages.uploading}</span>
    </div>
  );
}
