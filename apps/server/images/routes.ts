import type { UploadedImage } from '@carhouse/contract/images';
import * as contract from '@carhouse/contract/images';
import { imageUrl } from '@carhouse/images/image-url';
import type { PreparedImage } from '@carhouse/images/prepared-image';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { readUpload, registerUploads } from '../http/bodies/read-upload.ts';
import { serverLimits } from '../http/limits/server-limits.ts';
import { createUploadSlotTaker } from '../http/limits/upload-turns.ts';
import { type BodyReader, mount } from '../http/routing/mount.ts';
import { findSubject } from '../http/routing/request-subject.ts';
import { replaceImages } from './replace-images.ts';
import { serveDrawnPhotos } from './serve-drawn-photos.ts';
import { serveImages } from './serve-images.ts';
import { assertMayUpload, readImageBytes, uploadImage } from './upload-image.ts';

const upload = {
  field: 'image',
  limit: serverLimits.uploadBytes,
  // This timeout is two seconds shorter than the timeout of Node's HTTP server, whose own response would not be
  // problem+json.
  durationMaximumMs: serverLimits.uploadTimeout - 2_000,
  graceMs: 20_000,
};

export function registerImageRoutes(app: FastifyInstance, context: Context): void {
  serveImages(app, context);
  serveDrawnPhotos(app);

  mount(app, contract.listingImages, async ({ params, body, actor }) => {
    const keys = await replaceImages(context, actor, params.id, body.photos);
    const images = keys.map((key) => imageUrl(key, 960));
    return { status: 200, body: { _id: params.id, image: images[0] ?? '', images } };
  });

  // Multipart bodies are read only in this Fastify scope.
  app.register(async (uploadScope) => {
    await registerUploads(uploadScope, upload);
    const takeUploadSlot = createUploadSlotTaker();
    const readImage: BodyReader = async (request, reply, actor) => {
      takeUploadSlot(actor.accountId, request, reply);
      await assertMayUpload(context, actor);
      return { image: await readUpload(request, reply, upload) };
    };
    mount(
      uploadScope,
      contract.uploadImage,
      async ({ body, actor, request }) => {
        const bytes = new Uint8Array(await body.image.arrayBuffer());
        const storedImage = await uploadImage(context, actor, bytes, { network: findSubject(null, request) });
        return { status: 200, body: { success: true, status: 200, data: presentUpload(storedImage) } };
      },
      { readBody: readImage },
    );
  });
}

/** Presents a stored image in the response format of the image-hosting service that the specification's client uses. */
function presentUpload(image: PreparedImage): UploadedImage {
  return {
    id: image.key,
    url: imageUrl(image.key, 960),
    urls: image.variants.map(({ width }) => imageUrl(image.key, width)),
    width: image.width,
    height: image.height,
    size: readImageBytes(image),
  };
}
