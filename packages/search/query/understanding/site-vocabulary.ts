import type { SiteTopic } from './phrase-match.ts';
import { makeEntry, type TradeEntry } from './trade-entry.ts';

const makeTopicEntry = (topic: SiteTopic, phrases: string, unlessBefore?: RegExp): TradeEntry =>
  makeEntry(phrases, { is: 'filler' }, { topic, ...(unlessBefore === undefined ? {} : { unlessBefore }) });

/**
 * Words of questions about the marketplace instead of a car: `can test drive`, `how to sell my car`. These words do not
 * filter cars: the search result answers them in a sentence. Words that only introduce a question, such as `can i`, are
 * ignored. The table is a part of the vocabulary of the trade.
 */
export const siteVocabulary: readonly TradeEntry[] = [
  makeTopicEntry(
    'viewing',
    'test drive|test drives|testdrive|test driving|test ride|try the car|try drive|try before buy|viewing|viewings|view car|view the car|view this car|view cars|see the car|see car|see the actual car|arrange viewing|book viewing|book a viewing|book viewing slot|appointment|appointments|make appointment|come and see|come down and see|come down to view',
  ),
  makeTopicEntry(
    'selling',
    'sell my car|sell my|sell car|sell a car|sell your car|sell off my car|selling my car|selling my|selling car|how to sell|want to sell|wan to sell|wanna sell|list my car|list a car|post my car|advertise my car|consign|consignment|sell to you|buy my car|buy over my car|how much is my car|my car worth|value my car|car valuation|valuation',
  ),
  makeTopicEntry(
    'trade-in',
    'trade in|trade in my car|tradein|trade ins|trading in|trade my car|part exchange|exchange my car|exchange car|swap my car|swap car|overtrade|over trade|high trade in',
    /^(?:value|price)$/,
  ),
  makeTopicEntry(
    'deposit',
    'how much deposit|deposit how much|deposit amount|deposit needed|deposit required|need deposit|pay deposit|place deposit|put deposit|booking deposit|booking fee|booking fees|reservation|reservation fee|reserve car|reserve the car|reserve a car|can reserve|how to reserve|can chope|chope car|chope the car|hold the car',
  ),
  makeTopicEntry(
    'refund',
    'refund|refunds|refundable|refund policy|return policy|return the car|return car|money back|money back guarantee|cancel booking|cancel my booking|cancel order|cancellation|cancellation policy|cooling off|lemon law',
  ),
  makeTopicEntry(
    'payment',
    'paynow|pay now|pay by card|pay with card|pay by credit card|credit card|credit cards|debit card|debit cards|visa card|mastercard|bank transfer|giro|cashier order|cashiers order|cheque|how to pay|how do i pay|how can i pay|payment method|payment methods|payment mode|mode of payment|payment options|payment process|apple pay|grabpay|crypto|bitcoin',
  ),
  makeTopicEntry(
    'contact',
    'contact|contact us|contact number|contact seller|contact the seller|contact owner|contact human|phone number|seller number|whatsapp|whatapp|telegram|customer service|customer support|customer care|hotline|helpline|talk to human|talk to someone|talk to a person|talk to agent|talk to seller|speak to|live agent|live chat|chatbot|chat with seller|message seller|email seller|call seller|feedback|complaint|complaints|complain',
  ),
  makeTopicEntry(
    'place',
    'showroom|showrooms|your address|shop address|office address|your office|your location|your shop|where are you|where are you located|where you located|where is your office|where is your shop|where is the seller|where is seller|seller location|where is the car|where to view|where to see|opening hours|opening hour|operating hours|opening time|what time you open|what time open|are you open|open on sunday|open on sundays|open today|branch|branches',
  ),
  makeTopicEntry(
    'inspection',
    'inspection included|inspection report|inspection reports|include inspection|inspect|inspect car|inspect the car|can inspect|inspected|pre purchase inspection|prepurchase inspection|ppi|vicom inspection|sta inspection|sta evaluation|evaluation report|inspection|bring mechanic|bring my mechanic|check by mechanic|mechanic',
    /^(?:due|passed|valid|done)$/,
  ),
  makeTopicEntry(
    'fees',
    'hidden fee|hidden fees|hidden cost|hidden costs|hidden charges|admin fee|admin fees|agent fee|agent fees|commission|commissions|platform fee|service fee|transfer fee|transfer fees|processing fee|any fees|what fees|got gst|include gst|includes gst|gst included|listing fee|cost to list|how much to list',
  ),
  makeTopicEntry(
    'trust',
    'legit|is this legit|legit site|scam|scams|scammer|is it a scam|trustworthy|trust you|is it safe to buy|safe to buy|fake listing|fake car|report seller|report car|report a seller',
  ),
  makeTopicEntry(
    'account',
    'log in|login|log out|sign in|sign up|signup|sign in page|register account|create account|my account|my orders|my order|my booking|my bookings|forgot password|forget password|reset password|change password|delete account|delete my account|saved searches|my wishlist',
  ),
  makeTopicEntry(
    'transfer',
    'transfer ownership|ownership transfer|transfer of ownership|change ownership|lta transfer|transfer to my name|deliver to me|home delivery|deliver the car|deliver to my house|do you deliver|collect car|collect the car|hand over|handover',
  ),
  makeTopicEntry(
    'insurance',
    'insurance|insurance quote|car insurance|insurance premium|insurance premiums|insurance included|include insurance|cheap insurance|low insurance|insurance cheap|insurance cost|lower insurance|ncd',
  ),
  makeTopicEntry(
    'rental',
    'rent|renting|rent a car|rent car|car rental|rental|rentals|rental car|lease|leasing|lease car|car leasing|subscription|car subscription|car sharing|sharing car|getgo|bluesg',
    /^(?:history|record|ex)$/,
  ),
  makeTopicEntry(
    'other vehicles',
    'motorbike|motorbikes|motor bike|motor bikes|motorcycle|motorcycles|motor cycle|scooter|scooters|e scooter|superbike|superbikes|class 2b|class 2a|vespa|harley|harley davidson|ducati|kawasaki|pmd|pab|minibus|mini bus|yacht|forklift|excavator|helicopter|camper|campervan|camper van|motorhome',
  ),
  makeTopicEntry(
    'bargaining',
    'nego price|can nego|discount|discounts|any discount|can discount|best offer|can go lower|last price|lowest can go|price negotiable|can bargain|bargain price',
  ),
  makeTopicEntry(
    'eligibility',
    'bankrupt|undischarged bankrupt|foreigner|foreigners|work permit|work permit holder|permit holder|s pass|s pass holder|ep holder|employment pass|pr can buy|can pr buy|no license|no licence|without license|without licence|without driver license|without driving license|how old to buy car|minimum age',
  ),
  makeTopicEntry(
    'parts',
    'spare parts|spare part|car parts|car accessories|second hand tyres|tyres for sale|rims for sale|car workshop|car wash|car grooming|servicing package|spray painting',
  ),
  makeTopicEntry(
    'coe prices',
    'coe price|coe prices|coe result|coe results|coe bidding|current coe|latest coe|coe today|coe now|coe premium|coe premiums|coe price today|coe trend|bid coe|bid for coe|how much is coe|coe how much|how to renew coe',
  ),
];
