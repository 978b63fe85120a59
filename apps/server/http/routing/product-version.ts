import packageJson from '../../package.json' with { type: 'json' };

/** The version of the product, such as `0.1.0`. */
export const productVersion: string = packageJson.version;
