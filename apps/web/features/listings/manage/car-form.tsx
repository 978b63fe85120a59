import type { User } from '@carhouse/contract/accounts';
import { ApiError } from '@carhouse/contract/client';
import { validationTexts } from '@carhouse/contract/validation-texts';
import { factNames } from '@carhouse/domain/car/car-facts';
import { History } from 'lucide-react';
import { type FormEvent, type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react';
import { type FieldPath, useForm } from 'react-hook-form';
import { carFormMessages } from '#messages/car-form';
import { imageMessages } from '#messages/images';
import { useHydrated } from '../../../app/hydration.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { VerifiedBadge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Callout, Failure } from '../../../ui/callout.tsx';
import { EmailAddress } from '../../../ui/email-address.tsx';
import { ConfirmAgain } from '../../auth/confirm-again.tsx';
import { CarFacts } from './car-facts.tsx';
import { CarBasics, CarPrices } from './car-fields.tsx';
import styles from './car-form.module.css';
import type { CarFormValues } from './car-form-values.ts';
import { CarPreview } from './car-preview.tsx';
import type { StoredImage } from './images/draft-image.ts';
import { ImageField } from './images/image-field.tsx';
import { useDraftImages } from './images/use-draft-images.ts';
import { useStoredDraft } from './use-stored-draft.ts';

/** The action of one of the form's submit buttons. The action receives values in which no required field is missing. */
export type SubmitAction = {
  readonly name: string;
  readonly busyLabel: string;
  /** Whether this action requires an image. */
  readonly isImageNeeded: boolean;
  /** Sends the values. The form shows an error at the field that caused it, and no input is lost. */
  readonly send: (values: CarFormValues, images: readonly string[]) => Promise<void>;
  /** The function shows the success message and leaves the page, after the draft has been deleted. */
  readonly onDone: () => Promise<void>;
};

type CarFormProps = {
  readonly user: User;
  readonly initialValues: CarFormValues;
  readonly initialImages: readonly StoredImage[];
  /** The storage key of the unsent draft. */
  readonly draftKey: string;
  readonly isOriginalPriceOptional?: boolean;
  /** The id of the car that is edited. */
  readonly carId?: string;
  /** A notice above the form. */
  readonly note?: ReactNode;
  readonly primaryAction: SubmitAction;
  readonly secondaryAction?: SubmitAction;
};

/** The form for a new or existing car: facts, prices, images, and a preview of the card. */
export function CarForm(props: CarFormProps): ReactElement {
  const { user, initialValues, initialImages, draftKey, primaryAction, secondaryAction } = props;
  const form = useForm<CarFormValues>({ defaultValues: initialValues, shouldFocusError: false });
  const { errors, submitCount } = form.formState;
  const images = useDraftImages(initialImages);
  const storedDraft = useStoredDraft({ key: draftKey, form, images, initialValues, initialImages });
  const [runningActionName, setRunningActionName] = useState<SubmitAction['name']>();
  const [imageFault, setImageFault] = useState<{ readonly text: string; readonly images: number }>();
  const [failedSubmitCount, setFailedSubmitCount] = useState(0);
  const [areFactsShown, setFactsShown] = useState(false);
  const isBusyRef = useRef(false);
  const formElementRef = useRef<HTMLFormElement>(null);
  const imageInputRef = useRef<HTMLInputElement>(null);
  const isHydrated = useHydrated();
  const hasFactFault = errors.facts !== undefined;

  // After errors are rendered, the first field with an error gets the focus.
  useEffect(() => {
    if (submitCount + failedSubmitCount > 0)
      formElementRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [submitCount, failedSubmitCount]);

  const submit =
    (action: SubmitAction) =>
    async (event?: FormEvent): Promise<void> => {
      event?.preventDefault();
      if (isBusyRef.current) return;
      isBusyRef.current = true;
      const isImageMissing = action.isImageNeeded && images.list.length === 0;
      setImageFault(isImageMissing ? { text: validationTexts.imageRequired, images: 0 } : undefined);
      try {
        await form.handleSubmit((values) => (isImageMissing ? undefined : submitForm(action, values)))();
      } finally {
        isBusyRef.current = false;
        setRunningActionName(undefined);
      }
    };

  const submitForm = async (action: SubmitAction, values: CarFormValues): Promise<void> => {
    setRunningActionName(action.name);
    const settledImages = await images.waitUntilSettled();
    if (settledImages.some(({ state }) => state === 'failed')) {
      form.setError('root', { message: carFormMessages.imagesFailed });
      return;
    }
    try {
      await action.send(
        values,
        settledImages.flatMap(({ url }) => (url === undefined ? [] : [url])),
      );
    } catch (error) {
      showFaults(error);
      return;
    }
    storedDraft.forgetDraft();
    await action.onDone();
  };

  const showFaults = (error: unknown): void => {
    const faults = error instanceof ApiError ? (error.problem?.errors ?? []) : [];
    const fieldErrors = faults.filter(({ path }) => isFormFieldName(path));
    for (const { path, message } of fieldErrors) form.setError(path as FieldPath<CarFormValues>, { message });
    if (fieldErrors.some(({ path }) => path.startsWith('facts.'))) setFactsShown(true);
    const firstImageFault = faults.find(({ path }) => path.startsWith('image'));
    if (firstImageFault !== undefined) setImageFault({ text: firstImageFault.message, images: images.list.length });
    const isBrandClosed = error instanceof ApiError && error.code === 'BRAND_CLOSED';
    if (isBrandClosed) form.setError('category', { message: error.message });
    if (fieldErrors.length === 0 && firstImageFault === undefined && !isBrandClosed) {
      const type = error instanceof ApiError ? error.code : 'failed';
      form.setError('root', { type, message: error instanceof Error ? error.message : carFormMessages.failed });
    }
    setFailedSubmitCount((previousCount) => previousCount + 1);
  };

  const isUploading = images.list.some(({ state }) => state === 'waiting' || state === 'uploading');
  const makeButtonLabel = (action: SubmitAction): string => {
    if (runningActionName !== action.name) return action.name;
    return isUploading ? carFormMessages.waiting : action.busyLabel;
  };
  return (
    <div className={styles.add}>
      <form ref={formElementRef} method="post" noValidate onSubmit={(event) => void submit(primaryAction)(event)}>
        <div className={styles.addPreview}>
          <Avatar name={user.name} image={user.photoURL} />
          <div>
            <b>
              {user.name}
              {user.permission === 'Verified' ? <VerifiedBadge label={carFormMessages.verified} /> : null}
            </b>
            <span className="muted">
              <EmailAddress email={user.email} />
            </span>
          </div>
        </div>
        {props.note}
        {storedDraft.savedAt === undefined ? null : (
          <Callout icon={History} role="status" className={styles.addKept}>
            {carFormMessages.kept(storedDraft.savedAt)}{' '}
            <button type="button" className="link" onClick={storedDraft.discardDraft}>
              {carFormMessages.startAfresh}
            </button>
          </Callout>
        )}
        <CarBasics form={form} />
        <CarPrices form={form} isOriginalPriceOptional={props.isOriginalPriceOptional ?? false} carId={props.carId} />
        <CarFacts form={form} isOpen={areFactsShown || hasFactFault} onToggle={setFactsShown} />
        <fieldset>
          <legend>{imageMessages.legend}</legend>
          {/* An error about the photos is outdated when photos were added or removed. */}
          <ImageField
            images={images}
            fault={imageFault?.images === images.list.length ? imageFault.text : undefined}
            input={imageInputRef}
          />
        </fieldset>
        <Failure
          of={errors.root?.message}
          textAfterError={
            <>
              {carFormMessages.lost}
              <ConfirmAgain refusal={errors.root?.type} />
            </>
          }
          className="add__fault"
        />
        <div className={styles.addSubmit}>
          <Button
            kind="primary"
            type="submit"
            isLarge
            className="btn--waking"
            disabled={!isHydrated || (runningActionName !== undefined && runningActionName !== primaryAction.name)}
            isBusy={runningActionName === primaryAction.name}
          >
            {makeButtonLabel(primaryAction)}
          </Button>
          {secondaryAction === undefined ? null : (
            <Button
              isLarge
              disabled={!isHydrated || (runningActionName !== undefined && runningActionName !== secondaryAction.name)}
              isBusy={runningActionName === secondaryAction.name}
              onClick={() => void submit(secondaryAction)()}
            >
              {makeButtonLabel(secondaryAction)}
            </Button>
          )}
          <span className="muted small">{carFormMessages.imagesFirst}</span>
        </div>
      </form>
      <CarPreview form={form} user={user} coverImage={images.list[0]} />
    </div>
  );
}

const fields: readonly string[] = [
  'title',
  'category',
  'location',
  'description',
  'resalePrice',
  'originalPrice',
  'yearsOfUse',
  'yearOfPurchase',
  ...factNames.map((name) => `facts.${name}`),
];

function isFormFieldName(path: string): boolean {
  return fields.includes(path);
}
