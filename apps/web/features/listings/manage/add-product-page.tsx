import type { User } from '@carhouse/contract/accounts';
import { createListing, postProduct, products } from '@carhouse/contract/listings';
import { overview } from '@carhouse/contract/overview';
import { texts } from '@carhouse/contract/texts';
import { formatTimestamp } from '@carhouse/domain/text/stamp';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { carFormMessages } from '#messages/car-form';
import { useClient } from '../../../app/api.ts';
import { invalidate, makeQueryKey } from '../../../app/call-query.ts';
import { useSignedInUser } from '../../../app/session.ts';
import { toastSuccess } from '../../../app/toasts.tsx';
import { DashboardPage } from '../../dashboard/dash-page.tsx';
import { makeDraftKey } from './car-draft.ts';
import { CarForm, type SubmitAction } from './car-form.tsx';
import { type CarFormValues, emptyCarValues, makeListingTerms, readOriginalPrice } from './car-form-values.ts';
import { SellingLimits } from './selling-limits.tsx';

/**
 * The page Add Product (specification, section 2). The page uploads the images first, then saves the car and opens My
 * Products.
 */
export function AddProductPage(): ReactElement {
  const user = useSignedInUser();
  return (
    <DashboardPage title={carFormMessages.heading}>
      <AddProductForm user={user} />
    </DashboardPage>
  );
}

function AddProductForm({ user }: { user: User }): ReactElement {
  const client = useClient();
  const openMyProducts = useOpenMyProducts();
  const publishAction: SubmitAction = {
    name: texts.addProduct,
    busyLabel: carFormMessages.sending,
    isImageNeeded: true,
    send: async (values, images) => {
      await client(postProduct, {
        body: { ...makeProductBody(user, values), image: images[0] ?? '', images: [...images] },
      });
    },
    onDone: () => openMyProducts(texts.toasts.productCreated),
  };
  const draftAction: SubmitAction = {
    name: carFormMessages.saveDraft,
    busyLabel: carFormMessages.savingDraft,
    isImageNeeded: false,
    send: async (values, images) => {
      const originalPrice = readOriginalPrice(values);
      await client(createListing, {
        body: { ...makeListingTerms(values), originalPrice, images: [...images], status: 'draft' },
      });
    },
    onDone: () => openMyProducts(carFormMessages.draftSaved),
  };
  return (
    <CarForm
      user={user}
      initialValues={emptyCarValues}
      initialImages={[]}
      draftKey={makeDraftKey(user._id)}
      note={<SellingLimits />}
      primaryAction={publishAction}
      secondaryAction={draftAction}
    />
  );
}

/** Returns a function that opens My Products with a newly fetched list and then shows the success message. */
function useOpenMyProducts(): (message: string) => Promise<void> {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async (message) => {
    queryClient.removeQueries({ queryKey: makeQueryKey(products) });
    void invalidate(queryClient, overview);
    await navigate({ to: '/dashboard/myProduct' });
    toastSuccess(message);
  };
}

/**
 * Returns the body that the specification's client sends (section 7). The server sets seller and time itself and
 * ignores these fields of the body.
 */
function makeProductBody(user: User, values: CarFormValues) {
  return {
    ...makeListingTerms(values),
    originalPrice: readOriginalPrice(values) ?? '',
    verification: user.permission,
    role: user.role,
    author: user.name,
    email: user.email,
    time: formatTimestamp(new Date()),
  };
}
