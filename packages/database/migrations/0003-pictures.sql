-- Uploaded pictures: who uploaded what, and the two ends of a picture's life. A picture is named by its content, so the
-- same one may be uploaded by several people; the drawn demo pictures are nobody's and are never collected.

-- null while the files are being written: nobody may use the picture yet
ALTER TABLE image ADD COLUMN stored_at timestamptz DEFAULT now();
-- when the AVIF files beside the WebP ones were complete
ALTER TABLE image ADD COLUMN avif_at timestamptz;
-- set when the orphan collection has decided: from then on nobody may use the picture, and its files go
ALTER TABLE image ADD COLUMN removing_at timestamptz;

-- One row an upload: it proves whose picture it is, and is what the hourly limit and the quota count.
CREATE TABLE image_upload (
  id         uuid PRIMARY KEY,
  image_key  text NOT NULL CONSTRAINT image_upload_image_key_fkey REFERENCES image (key) ON DELETE CASCADE,
  account_id uuid NOT NULL CONSTRAINT image_upload_account_id_fkey REFERENCES account (id) ON DELETE CASCADE,
  -- what this upload added to the person's quota: 0 where the person had the picture already
  bytes      integer NOT NULL CONSTRAINT image_upload_bytes_check CHECK (bytes >= 0),
  created_at timestamptz NOT NULL
);
-- the uploads of a person: the last hour, and the sum
CREATE INDEX image_upload_account_newest_idx ON image_upload (account_id, created_at);
-- the people of a picture: ownership, and the cascade
CREATE INDEX image_upload_key_account_idx ON image_upload (image_key, account_id);
-- pictures that were never finished or are on their way out: the collection looks for them, and they are few
CREATE INDEX image_unsettled_idx ON image (created_at) WHERE stored_at IS NULL OR removing_at IS NOT NULL;

-- Accounts, bookings and wishes keep the URL of a picture. The collection asks from the other side: who shows this one?
CREATE INDEX account_photo_key_idx ON account (substring(photo_url from '/media/([a-z0-9]+)-'));
CREATE INDEX booking_image_key_idx ON booking (substring(image_url from '/media/([a-z0-9]+)-'));
CREATE INDEX wish_image_key_idx ON wish (substring(image_url from '/media/([a-z0-9]+)-'));
