/** Texts of the drop zone and the images of the form for a car. */
export const imageMessages = {
  legend: 'Photos',
  drop: 'Drop photos here',
  orChoose: ', or choose files',
  hint: (maximum: number): string =>
    `JPEG, PNG, WebP, AVIF or HEIC, ${maximum} at most; large photos are made smaller here. Any shape; side-on shots sit best in the grid.`,
  choose: 'Choose photos',
  cover: 'Cover',
  list: 'Photos in their order, the first is the cover',
  image: (place: number, total: number): string => `Photo ${place} of ${total}`,
  remove: (place: number): string => `Remove photo ${place}`,
  earlier: (place: number): string => `Move photo ${place} earlier`,
  later: (place: number): string => `Move photo ${place} later`,
  waiting: 'Waiting',
  uploading: 'Uploading',
  percent: (percent: number): string => `${percent}%`,
  progress: (place: number): string => `Upload of photo ${place}`,
  failed: 'Did not upload',
  tryAgain: 'Try again',
  tryAgainFor: (name: string): string => `Try again to upload ${name}`,
  reasonFor: (name: string, reason: string): string => `${name}: ${reason}`,
  unreachable: 'The server cannot be reached. Check the connection and try again.',
  unreadable: 'The server gave an answer that cannot be read.',
  stopped: 'The upload was stopped.',
  faults: {
    type: (name: string): string => `${name} is no JPEG, PNG, WebP, AVIF or HEIC picture.`,
    empty: (name: string): string => `${name} is empty.`,
    'too-large': (name: string): string => `${name} is too large, and this browser cannot make it smaller than 5 MB.`,
    heic: (name: string): string =>
      `${name} is a HEIC photo, which this browser cannot read. Save it as JPEG, or take photos as JPEG: on an iPhone under Settings, Camera, Formats, Most Compatible.`,
    unreadable: (name: string): string =>
      `${name} cannot be read as a picture, so it cannot be made smaller than 5 MB.`,
  },
  tooMany: (maximum: number): string => `A car has at most ${maximum} photos. The rest was left out.`,
  said: {
    moved: (place: number, total: number): string =>
      place === 1 ? `Moved to place 1 of ${total}. It is the cover now.` : `Moved to place ${place} of ${total}.`,
    removed: (remainingCount: number): string =>
      remainingCount === 0 ? 'Photo removed. None is left.' : `Photo removed. ${remainingCount} left.`,
    done: (doneCount: number, total: number): string => `${doneCount} of ${total} photos uploaded.`,
  },
} as const;
