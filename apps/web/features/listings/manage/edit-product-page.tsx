import { ApiError } from '@carhouse/contract/client';
import { editListing, type OwnListing, publishListing } from '@carhouse/contract/listings';
import { texts } from '@carhouse/contract/texts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ArrowLeft, CreditCard } from 'lucide-react';
import type { ReactElement } from 'react';
import { carForm } from '#messages/car-form';
import { useClient } from '../../../app/api.ts';
import { useSignedInUser } from '../../../app/signed-in-user.ts';
import { toastSuccess } from '../../../app/toasts.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../../ui/empty-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Note } from '../../../ui/note.tsx';
import { Loading } from '../../../ui/wheel.tsx';
import { DashPage } from '../../dashboard/dash-page.tsx';
import { draftKey } from './car-draft.ts';
import { CarForm, type Sending } from './car-form.tsx';
import { type CarFormValues, originalPriceOf, termsOf, valuesOf } from './car-form-values.ts';
import { ownListingQuery } from './product-queries.ts';

const words = carForm.edit;

/** Edits an own car: the same form, with what is known filled in. */
export function EditProductPage({ id }: { id: string }): ReactElement {
  const car = useQuery(ownListingQuery(useClient(), id));
  const missing = car.error instanceof ApiError && car.error.status === 404;
  if (car.data === undefined && missing) {
    return (
      <DashPage title={words.missing} actions={<BackLink />}>
        <EmptyState title={texts.notFound.code}>{words.missingText}</EmptyState>
      </DashPage>
    );
  }
  return (
    <DashPage
      title={words.heading(car.data?.title ?? '')}
      lead={car.data === undefined ? undefined : leadOf(car.data)}
      actions={<BackLink />}
    >
      {car.data !== undefined ? (
        car.data.status === 'sold' ? null : (
          <EditForm key={car.data._id} car={car.data} />
        )
      ) : car.isError ? (
        <ErrorState title={words.failed} busy={car.isFetching} onRetry={() => void car.refetch()}>
          {car.error.message}
        </ErrorState>
      ) : (
        <Loading />
      )}
    </DashPage>
  );
}

function leadOf(car: OwnListing): string {
  if (car.status === 'sold') return words.sold;
  return car.status === 'draft' ? words.draftLead : words.lead;
}

function EditForm({ car }: { car: OwnListing }): ReactElement {
  const user = useSignedInUser();
  const client = useClient();
  const leave = useLeave(car._id);
  const save = async (values: CarFormValues, photos: readonly string[]): Promise<void> => {
    const body = { ...termsOf(values), originalPrice: originalPriceOf(values), images: [...photos] };
    await client(editListing, { params: { id: car._id }, body });
  };
  const saving: Sending = {
    name: words.save,
    busyName: words.saving,
    // A car of an import may have none and stay so.
    photoNeeded: car.status !== 'draft' && car.images.length > 0,
    send: save,
    done: () => leave(words.saved(car.title)),
  };
  const publishing: Sending = {
    name: words.publish,
    busyName: words.publishing,
    photoNeeded: true,
    send: async (values, photos) => {
      await save(values, photos);
      await client(publishListing, { params: { id: car._id } });
    },
    done: () => leave(words.published(car.title)),
  };
  const isDraft = car.status === 'draft';
  return (
    <CarForm
      carId={car._id}
      user={user}
      initial={valuesOf(car)}
      initialPhotos={car.images.map((url) => ({ name: car.title, url }))}
      draftKey={draftKey(user._id, car._id)}
      originalOptional
      note={
        car.heldUntil === null ? undefined : (
          <Note icon={CreditCard} kind="wait">
            {words.held(car.heldUntil)}
          </Note>
        )
      }
      primary={isDraft ? publishing : saving}
      {...(isDraft ? { secondary: saving } : {})}
    />
  );
}

function useLeave(id: string): (message: string) => Promise<void> {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async (message) => {
    queryClient.removeQueries({ queryKey: ['my-products'] });
    void queryClient.invalidateQueries({ queryKey: ['overview'] });
    await navigate({ to: '/dashboard/myProduct' });
    queryClient.removeQueries({ queryKey: ['own-listing', id] });
    toastSuccess(message);
  };
}

function BackLink(): ReactElement {
  return (
    <Link to="/dashboard/myProduct" className={buttonClass({ kind: 'quiet' })}>
      <Icon of={ArrowLeft} />
      {words.back}
    </Link>
  );
}
