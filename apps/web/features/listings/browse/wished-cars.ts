import type { User } from '@carhouse/contract/accounts';
import type { Client } from '@carhouse/contract/client';
import { productById } from '@carhouse/contract/listings';
import { texts } from '@carhouse/contract/texts';
import { myWish, wishLists } from '@carhouse/contract/wishes';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { listingMessages } from '#messages/listings';
import { useClient } from '../../../app/api.ts';
import { invalidate } from '../../../app/call-query.ts';
import { toastError, toastSuccess } from '../../../app/toasts.tsx';
import { wishedCarsQuery } from '../../wishes/wish-queries.ts';

/** Whether a car is on the wish list, and the action that adds it. */
export function useWish(id: string, user: User) {
  const client = useClient();
  const queryClient = useQueryClient();
  const query = wishedCarsQuery(client, user.email);
  const { data: wished = false } = useQuery({ ...query, select: (cars) => cars.includes(id) });
  const { mutate, isPending } = useMutation({
    mutationFn: () => addWish(client, id, user),
    onSuccess: () => {
      // The server stores a car once: a second wish changes nothing and shows no success.
      toastSuccess(wished ? listingMessages.wish.already : texts.toasts.wished);
      queryClient.setQueryData(query.queryKey, (cars: string[] = []) => [...new Set([...cars, id])]);
      // Lists of whole wishes fetch theirs again.
      return invalidate(queryClient, myWish);
    },
    onError: (error) => toastError(error.message),
  });
  return { wished, busy: isPending, add: () => mutate() };
}

/** Fetches the product by its id, then posts the wish entry (specification, section 4). */
async function addWish(client: Client, id: string, user: User): Promise<void> {
  const car = await client(productById, { params: { id } });
  await client(wishLists, {
    body: {
      productId: car._id,
      author: car.author,
      ...(car.email === undefined ? {} : { authorEmail: car.email }),
      productImage: car.image,
      authorLocation: car.location,
      originalPrice: car.originalPrice,
      resalePrice: car.resalePrice,
      postedTime: car.time,
      productTitle: car.title,
      yearOfPurchase: car.yearOfPurchase,
      yearsOfUse: car.yearsOfUse,
      category: car.category,
      description: car.description,
      email: user.email,
      wisher: user.role,
    },
  });
}
