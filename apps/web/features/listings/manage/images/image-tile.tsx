import { ArrowLeft, ArrowRight, X } from 'lucide-react';
import type { ReactElement } from 'react';
import { imageMessages } from '#messages/images';
import { Icon } from '../../../../ui/icon.tsx';
import { findSmallestFile } from '../../../../ui/image-sources.ts';
import { Logo } from '../../../../ui/logo.tsx';
import { Meter } from '../../../../ui/meter.tsx';
import { type DraftImage, mayUploadAgain } from './draft-image.ts';
import styles from './image-field.module.css';

type ImageTileProps = {
  readonly image: DraftImage;
  /** Index of the image in the list, starting at 0. */
  readonly imageIndex: number;
  readonly count: number;
  readonly isDragged: boolean;
  /** Whether the tile of any image is being dragged. */
  readonly isDropTarget: boolean;
  readonly onDrag: (id: number | undefined) => void;
  readonly onDropImage: () => void;
  readonly onMove: (targetIndex: number, button: 'earlier' | 'later') => void;
  readonly onRemove: () => void;
  readonly onRetry: () => void;
};

/**
 * The tile of one image: its upload progress, whether the image is the cover, and the buttons that move and remove it.
 */
export function ImageTile(props: ImageTileProps): ReactElement {
  const { image, imageIndex, count, isDragged } = props;
  const imageNumber = imageIndex + 1;
  return (
    <li
      className={`preview ${image.state === 'failed' ? 'preview--fail' : ''} ${isDragged ? styles.isDragged : ''}`}
      aria-label={imageMessages.image(imageNumber, count)}
      data-image={image.id}
      draggable
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        props.onDrag(image.id);
      }}
      onDragEnd={() => props.onDrag(undefined)}
      onDragOver={(event) => {
        if (props.isDropTarget) event.preventDefault();
      }}
      onDrop={(event) => {
        event.preventDefault();
        props.onDropImage();
      }}
    >
      <TilePicture image={image} />
      {imageIndex === 0 ? <span className="badge">{imageMessages.cover}</span> : null}
      <button
        className={`iconbtn ${styles.previewRemove}`}
        type="button"
        data-remove
        aria-label={imageMessages.remove(imageNumber)}
        onClick={props.onRemove}
      >
        <Icon of={X} />
      </button>
      {image.state === 'done' ? <MoveButtons {...props} /> : <UploadBar {...props} />}
    </li>
  );
}

function TilePicture({ image }: { image: DraftImage }): ReactElement {
  // The tile shows the local thumbnail, because the uploaded image looks the same and would have to be fetched.
  const address = image.previewUrl === '' && image.url !== undefined ? findSmallestFile(image.url) : image.previewUrl;
  if (address === '') {
    return (
      <span className="image--none">
        <Logo />
      </span>
    );
  }
  return <img src={address} alt="" draggable={false} />;
}

function MoveButtons({ imageIndex, count, onMove }: ImageTileProps): ReactElement | null {
  if (count < 2) return null;
  const [isFirst, isLast] = [imageIndex === 0, imageIndex === count - 1];
  return (
    <span className={styles.previewMove}>
      <button
        className="iconbtn"
        type="button"
        data-move="earlier"
        aria-label={imageMessages.earlier(imageIndex + 1)}
        aria-disabled={isFirst || undefined}
        onClick={isFirst ? undefined : () => onMove(imageIndex - 1, 'earlier')}
      >
        <Icon of={ArrowLeft} />
      </button>
      <button
        className="iconbtn"
        type="button"
        data-move="later"
        aria-label={imageMessages.later(imageIndex + 1)}
        aria-disabled={isLast || undefined}
        onClick={isLast ? undefined : () => onMove(imageIndex + 1, 'later')}
      >
        <Icon of={ArrowRight} />
      </button>
    </span>
  );
}

const tickCount = 10;

function UploadBar({ image, imageIndex, onRetry }: ImageTileProps): ReactElement {
  if (image.state === 'failed') {
    return (
      <div className="preview__bar">
        <span>{imageMessages.failed}</span>
        {mayUploadAgain(image) ? (
          <button
            type="button"
            className="preview__try"
            aria-label={imageMessages.tryAgainFor(image.name)}
            onClick={onRetry}
          >
            {imageMessages.tryAgain}
          </button>
        ) : null}
      </div>
    );
  }
  return (
    <div
      className="preview__bar"
      role="progressbar"
      aria-label={imageMessages.progress(imageIndex + 1)}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={image.percent}
    >
      <Meter tallTickCount={Math.floor((image.percent / 100) * tickCount)} tickCount={tickCount} />
      <span className="num">{imageMessages.percent(image.percent)}</span>
      <span>{image.state === 'waiting' ? imageMessages.waiting : imageMessages.uploading}</span>
    </div>
  );
}
