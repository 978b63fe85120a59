import { advertise } from '@carhouse/contract/advertisements';
import { type OwnProduct, products } from '@carhouse/contract/listings';
import { texts } from '@carhouse/contract/texts';
import { isOnSale } from '@carhouse/domain/listing/listing-policy';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Check, Megaphone } from 'lucide-react';
import { type ReactElement, useId } from 'react';
import { productMessages } from '#messages/products';
import { useClient } from '../../../app/api.ts';
import { invalidate } from '../../../app/call-query.ts';
import { toastSuccess } from '../../../app/toasts.tsx';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { toastRefusal } from '../../auth/confirm-again.tsx';
import { freshProductQuery } from '../../wishes/wish-queries.ts';

/**
 * The button 'Advertise Now', which fetches the product by its id and posts the whole product (specification, section
 * 7).
 */
export function AdvertiseButton({ car }: { car: OwnProduct }): ReactElement {
  const reasonId = useId();
  const client = useClient();
  const queryClient = useQueryClient();
  const advertiseMutation = useMutation({
    mutationFn: async () => {
      const product = await queryClient.fetchQuery(freshProductQuery(client, car._id));
      return client(advertise, { body: product });
    },
    onSuccess: async () => {
      toastSuccess(productMessages.advertisedToast(car.title));
      await invalidate(queryClient, products);
    },
    onError: toastRefusal,
  });
  if (!isOnSale(car.status)) {
    return (
      <>
        <Button
          aria-disabled="true"
          aria-describedby={reasonId}
          aria-label={productMessages.advertise(car.title)}
          title={productMessages.notOnOffer}
        >
          {texts.advertiseNow}
        </Button>
        <span className="visually-hidden" id={reasonId}>
          {productMessages.notOnOffer}
        </span>
      </>
    );
  }
  // The button of an advertised car is disabled instead of removed, so that the focus is not lost.
  return car.advertised ? (
    <Button aria-disabled="true" aria-label={`${productMessages.advertised}: ${car.title}`}>
      <Icon of={Check} />
      {productMessages.advertised}
    </Button>
  ) : (
    <Button
      aria-label={productMessages.advertise(car.title)}
      isBusy={advertiseMutation.isPending}
      onClick={() => advertiseMutation.mutate()}
    >
      {advertiseMutation.isPending ? null : <Icon of={Megaphone} />}
      {texts.advertiseNow}
    </Button>
  );
}
