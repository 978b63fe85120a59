import { uploadImage } from '@carhouse/contract/images';
import { validationTexts } from '@carhouse/contract/validation-texts';
import { useRef, useState } from 'react';
import { imageMessages } from '#messages/images';
import { useClient } from '../../app/api.ts';
import { findImageFileFault, fitImage } from '../../ui/fit-image.ts';

/** The image that a user has chosen in a form, and its upload. */
export function useProfileImage() {
  const client = useClient();
  const [file, setFile] = useState<File>();
  const [preview, setPreview] = useState('');
  const [error, setError] = useState<string>();
  const storedImageRef = useRef<{ file: File; url: string }>(undefined);
  const chooseFile = (file: File | undefined) => {
    if (file === undefined) return;
    const fault = findFileFault(file);
    setError(fault);
    // When an invalid file is dropped, the valid image that was chosen before remains chosen.
    if (fault !== undefined) return;
    setFile(file);
    void readFile(file).then(setPreview);
  };
  return {
    file,
    preview,
    error,
    choose: chooseFile,
    setError,
    /** Returns whether an image was chosen. Without an image, the function shows an error beside the field. */
    require: (): boolean => {
      if (file === undefined) setError((currentError) => currentError ?? validationTexts.imageRequired);
      return file !== undefined;
    },
    /**
     * Uploads the image only once, even when the form is submitted several times.
     * @returns the URL of the image.
     * @throws ApiError
     */
    upload: async (): Promise<string> => {
      if (file === undefined) return '';
      if (storedImageRef.current?.file === file) return storedImageRef.current.url;
      const fitResult = await fitImage(file);
      if (typeof fitResult === 'string') throw new Error(imageMessages.faults[fitResult](file.name));
      const { data } = await client(uploadImage, { body: { image: fitResult } });
      storedImageRef.current = { file, url: data.url };
      return data.url;
    },
    clear: () => {
      setFile(undefined);
      setPreview('');
      setError(undefined);
      storedImageRef.current = undefined;
    },
  };
}

function findFileFault(file: File): string | undefined {
  const fault = findImageFileFault(file);
  return fault === undefined ? undefined : imageMessages.faults[fault](file.name);
}

function readFile(file: File): Promise<string> {
  return new Promise((resolve) => {
    const fileReader = new FileReader();
    fileReader.addEventListener('load', () => resolve(typeof fileReader.result === 'string' ? fileReader.result : ''));
    fileReader.addEventListener('error', () => resolve(''));
    fileReader.readAsDataURL(file);
  });
}
