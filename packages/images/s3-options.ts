/** How a bucket of S3, or of a compatible service, is reached. */
export type S3Options = {
  /** The origin of the storage service, such as `https://s3.ap-southeast-1.amazonaws.com`. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** The time in milliseconds within which the service must begin its response. */
  readonly timeout?: number;
};
