import { ApiError } from '@carhouse/contract/client';
import { editListing, getOwnListing, type OwnListing, products, publishListing } from '@carhouse/contract/listings';
import { overview } from '@carhouse/contract/overview';
import { texts } from '@carhouse/contract/texts';
import { isEditable } from '@carhouse/domain/listing/listing-policy';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ArrowLeft, CreditCard } from 'lucide-react';
import type { ReactElement } from 'react';
import { carFormMessages } from '#messages/car-form';
import { useClient } from '../../../app/api.ts';
import { invalidate, makeQueryKey } from '../../../app/call-query.ts';
import { useSignedInUser } from '../../../app/session.ts';
import { toastSuccess } from '../../../app/toasts.tsx';
import { makeButtonClass } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { EmptyState, NotLoaded } from '../../../ui/empty-state.tsx';
import { formatDeadline } from '../../../ui/format-deadline.ts';
import { Icon } from '../../../ui/icon.tsx';
import { DashboardPage } from '../../dashboard/dash-page.tsx';
import { isLongHold } from '../../reservations/long-hold.ts';
import { makeDraftKey } from './car-draft.ts';
import { CarForm, type SubmitAction } from './car-form.tsx';
import { type CarFormValues, makeFormValues, makeListingTerms, readOriginalPrice } from './car-form-values.ts';
import { listStatusChanges } from './move-dialog.tsx';
import { ownListingQuery } from './own-listing-queries.ts';

const t = carFormMessages.edit;

/** The page on which sellers edit one of their cars: the form of a new car, filled with the values of the car. */
export function EditProductPage({ id }: { id: string }): ReactElement {
  const car = useQuery(ownListingQuery(useClient(), id));
  const isCarMissing = car.error instanceof ApiError && car.error.status === 404;
  if (car.data === undefined && isCarMissing) {
    return (
      <DashboardPage title={t.missing} actions={<BackLink />}>
        <EmptyState title={texts.notFound.code}>{t.missingText}</EmptyState>
      </DashboardPage>
    );
  }
  return (
    <DashboardPage
      title={t.heading(car.data?.title ?? '')}
      lead={car.data === undefined ? undefined : makeLeadText(car.data)}
      actions={<BackLink />}
    >
      {car.data !== undefined ? (
        isEditable(car.data.status) ? (
          <EditForm key={car.data._id} car={car.data} />
        ) : null
      ) : (
        <NotLoaded query={car} errorTitle={t.failed} />
      )}
    </DashboardPage>
  );
}

function makeLeadText(car: OwnListing): string {
  if (!isEditable(car.status)) return t.sold;
  return isDraft(car) ? t.draftLead : t.lead;
}

/** Whether the car is a draft, which the form can publish. */
function isDraft(car: OwnListing): boolean {
  return listStatusChanges(car).includes('publish');
}

function EditForm({ car }: { car: OwnListing }): ReactElement {
  const user = useSignedInUser();
  const client = useClient();
  const leavePage = useLeavePageAfterSave(car._id);
  const saveCar = async (values: CarFormValues, images: readonly string[]): Promise<void> => {
    const body = { ...makeListingTerms(values), originalPrice: readOriginalPrice(values), images: [...images] };
    await client(editListing, { params: { id: car._id }, body });
  };
  const saveAction: SubmitAction = {
    name: t.save,
    busyLabel: t.saving,
    // An imported car may have no image, and may be saved without one.
    isImageNeeded: !isDraft(car) && car.images.length > 0,
    send: saveCar,
    onDone: () => leavePage(t.saved(car.title)),
  };
  const publishAction: SubmitAction = {
    name: t.publish,
    busyLabel: t.publishing,
    isImageNeeded: true,
    send: async (values, images) => {
      await saveCar(values, images);
      await client(publishListing, { params: { id: car._id } });
    },
    onDone: () => leavePage(t.published(car.title)),
  };
  return (
    <CarForm
      carId={car._id}
      user={user}
      initialValues={makeFormValues(car)}
      initialImages={car.images.map((url) => ({ name: car.title, url }))}
      draftKey={makeDraftKey(user._id, car._id)}
      isOriginalPriceOptional
      note={
        car.heldUntil === null ? undefined : (
          <Callout icon={CreditCard} kind="wait">
            {isLongHold(car.heldUntil) ? t.reserved(formatDeadline(car.heldUntil)) : t.held(car.heldUntil)}
          </Callout>
        )
      }
      primaryAction={isDraft(car) ? publishAction : saveAction}
      {...(isDraft(car) ? { secondaryAction: saveAction } : {})}
    />
  );
}

function useLeavePageAfterSave(id: string): (message: string) => Promise<void> {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async (message) => {
    queryClient.removeQueries({ queryKey: makeQueryKey(products) });
    void invalidate(queryClient, overview);
    await navigate({ to: '/dashboard/myProduct' });
    queryClient.removeQueries({ queryKey: makeQueryKey(getOwnListing, { params: { id } }) });
    toastSuccess(message);
  };
}

function BackLink(): ReactElement {
  return (
    <Link to="/dashboard/myProduct" className={makeButtonClass({ kind: 'quiet' })}>
      <Icon of={ArrowLeft} />
      {t.back}
    </Link>
  );
}
