import { type UploadedImage, uploadImage } from '@carhouse/contract/images';
import type { Problem } from '@carhouse/contract/problem';
import { imageMessages } from '#messages/images';

/** The error for an image that was refused. The message of the error is the reason as text. */
export class UploadFault extends Error {
  /** The server's error code; undefined when the server did not respond. */
  readonly code: string | undefined;
  /** Seconds after which the file is sent again automatically; undefined when the user has to decide. */
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, code?: string, retryAfterSeconds?: number) {
    super(message);
    this.name = 'UploadFault';
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Timeout in milliseconds for the upload of an image and its decoding, as in packages/contract/client.ts. */
const timeoutMs = 75_000;
/**
 * Maximum delay in seconds before a file is sent again automatically. When the server asks for a longer delay, the file
 * is not sent again automatically: the user starts the next try.
 */
const retryPauseMaximumSeconds = 10;

/**
 * Uploads one image as the multipart field `image`. The typed client is not used, because only XMLHttpRequest reports
 * the progress of an upload.
 * @throws UploadFault
 */
export function uploadDraftImage(
  file: File,
  onProgress: (percent: number) => void,
  stopSignal: AbortSignal,
): Promise<UploadedImage> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(uploadImage.method, uploadImage.path);
    request.setRequestHeader('accept', 'application/json');
    request.timeout = timeoutMs;
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? Math.floor((loaded / total) * 100) : 0);
    const rejectAsUnreachable = () => reject(new UploadFault(imageMessages.unreachable));
    request.onerror = rejectAsUnreachable;
    request.ontimeout = rejectAsUnreachable;
    request.onabort = () => reject(new UploadFault(imageMessages.stopped));
    request.onload = () => {
      const answer = readJson(request.responseText);
      if (request.status === 200 && isUploadAnswer(answer)) resolve(answer.data);
      else reject(makeUploadFault(request, answer));
    };
    stopSignal.addEventListener('abort', () => request.abort(), { once: true });
    const form = new FormData();
    form.append('image', file);
    request.send(form);
  });
}

function makeUploadFault(request: XMLHttpRequest, answer: unknown): UploadFault {
  const problem = answer as Partial<Problem> | undefined;
  const text = problem?.detail ?? imageMessages.unreadable;
  const retryAfterSeconds = Number(request.getResponseHeader('retry-after') ?? Number.NaN);
  // The server is busy with other uploads, so sending the file again after the delay will succeed.
  if (problem?.code === 'UPLOADS_BUSY' && retryAfterSeconds <= retryPauseMaximumSeconds)
    return new UploadFault(text, problem.code, retryAfterSeconds);
  return new UploadFault(text, problem?.code);
}

function isUploadAnswer(answer: unknown): answer is { data: UploadedImage } {
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
