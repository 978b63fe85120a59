import type { FaultClient } from './fault-load.ts';

/** Uploads a picture in the form that a browser sends. */
export function uploadPicture(client: FaultClient, token: string, bytes: Buffer): ReturnType<FaultClient['send']> {
  const body = new FormData();
  body.append('image', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'car.jpg');
  return client.send('write', '/api/images', { method: 'POST', headers: { authorization: token }, body });
}
