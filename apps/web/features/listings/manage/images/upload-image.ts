import { type UploadedImage, uploadImage } from '@carhouse/contract/images';
import type { Problem } from '@carhouse/contract/problem';
import { imageMessages } from '#messages/images';

/** Thrown when an image is refused; the message is the reason as text. */
export class UploadFault extends Error {
  /** The server's error code; undefined when the server did not answer. */
  readonly code: string | undefined;
  /** Seconds after which the file is sent again automatically; undefined when the user has to decide. */
  readonly comeBackIn: number | undefined;

  constructor(message: string, code?: string, comeBackIn?: number) {
    super(message);
    this.name = 'UploadFault';
    this.code = code;
    this.comeBackIn = comeBackIn;
  }
}

/** Timeout in milliseconds for the upload of an image and its decoding, as in packages/contract/client.ts. */
const timeout = 75_000;
/** Longest automatic delay in seconds; after a longer one the user decides. */
const longestPause = 10;

/**
 * Uploads one image as the multipart field `image`. The typed client is not used, because only XMLHttpRequest reports the
 * progress of an upload.
 * @throws UploadFault
 */
export function uploadDraftImage(
  file: File,
  onProgress: (percent: number) => void,
  stop: AbortSignal,
): Promise<UploadedImage> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(uploadImage.method, uploadImage.path);
    request.setRequestHeader('accept', 'application/json');
    request.timeout = timeout;
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? Math.floor((loaded / total) * 100) : 0);
    const unreachable = () => reject(new UploadFault(imageMessages.unreachable));
    request.onerror = unreachable;
    request.ontimeout = unreachable;
    request.onabort = () => reject(new UploadFault(imageMessages.stopped));
    request.onload = () => {
      const answer = readJson(request.responseText);
      if (request.status === 200 && isUpload(answer)) resolve(answer.data);
      else reject(faultOf(request, answer));
    };
    stop.addEventListener('abort', () => request.abort(), { once: true });
    const form = new FormData();
    form.append('image', file);
    request.send(form);
  });
}

function faultOf(request: XMLHttpRequest, answer: unknown): UploadFault {
  const problem = answer as Partial<Problem> | undefined;
  const text = problem?.detail ?? imageMessages.unreadable;
  const wait = Number(request.getResponseHeader('retry-after') ?? Number.NaN);
  // Many uploads are running at this moment, so a later retry succeeds.
  if (problem?.code === 'UPLOADS_BUSY' && wait <= longestPause) return new UploadFault(text, problem.code, wait);
  return new UploadFault(text, problem?.code);
}

function isUpload(answer: unknown): answer is { data: UploadedImage } {
  const { data } = (answer ?? {}) as { data?: { url?: unknown } };
  return typeof data?.url === 'string';
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
