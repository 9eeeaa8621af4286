// Parcel layers of the West, with their columns and what a parcel must take from them.
import type { County } from './county-columns.ts';

export const countiesOfTheWest: readonly County[] = [
  {
    county: 'King, Washington',
    columns: `OBJECTID:row MAJOR:code MINOR:part PIN:pin10 SITETYPE:letter ADDR_FULL:site ADDR_NUM:no FULLNAME:streetline ZIP5:zip PLUS4:zip4
      CTYNAME:city POSTALCTYNAME:city LAT:lat LON:lng POINT_X:feet POINT_Y:feet APPRLNDVAL:value APPR_IMPR:value TAX_LNDVAL:value
      TAX_IMPR:value ACCNT_NUM:doc KCTP_STATE:here LEVYCODE:code LEVY_JURIS:town NEW_CONSTR:flag TAXVAL_RSN:blank PREUSE_CODE:code
      PREUSE_DESC:desc PROPTYPE:letter LOTSQFT:sqft KCA_ZONING:zone KCA_ACRES:acres PROP_NAME:note PLAT_NAME:subdivision PLAT_LOT:part
      PLAT_BLOCK:part QTS:letter SEC:part TWP:survey RNG:survey Shape_Length:feet Shape_Area:sqft`,
    expected: {
      pin: 'PIN',
      site_address: 'ADDR_FULL',
      taxacres: 'KCA_ACRES',
      zoning: 'KCA_ZONING',
    },
  },
  {
    county: 'Snohomish, Washington',
    columns: `OBJECTID:row PARCEL_ID:pin10 LRSN:id GIS_ACRES:acres2 TAB_ACRES:acres GIS_SQ_FT:sqft X_COORD:feet Y_COORD:feet PARSTATUS:letter
      USECODE:code TAXPRNAME:owner TAXPRLINE1:mail TAXPRCITY:city TAXPRSTATE:state TAXPRZIP:zip OWNERNAME:owner OWNERLINE1:mail
      OWNERCITY:city OWNERSTATE:state OWNERZIP:zip SITUSLINE1:site SITUSHOUSE:no SITUSPREFX:dir SITUSSTRT:street SITUSTTYP:type
      SITUSPOSTD:blank SITUSUNIT:unit SITUSCITY:city SITUSZIP:zip MKLND:value MKIMP:value MKTTL:value NBHD:code TAXAREA:code
      LEGAL_DESC:legal YRBLT:built`,
    expected: {
      pin: 'PARCEL_ID',
      name: 'OWNERNAME',
      add1: 'OWNERLINE1',
      city: 'OWNERCITY',
      state: 'OWNERSTATE',
      zip: 'OWNERZIP',
      site_address: 'SITUSLINE1',
      taxacres: 'TAB_ACRES',
    },
  },
  {
    county: 'Pierce, Washington',
    columns: `OBJECTID:row TaxParcelNumber:pin10 TaxParcelType:desc TaxParcelUnitType:blank Site_Address:site Taxpayer_Name:owner
      Delivery_Address:mail City_State:citystate Zipcode:zip Land_Acres:acres Land_Value:value Improvement_Value:value
      Taxable_Value:value Use_Code:code Landuse_Description:desc Exemption_Type:blank Business_Name:note Zoning:zone Last_Edited:edit`,
    expected: {
      pin: 'TaxParcelNumber',
      name: 'Taxpayer_Name',
      add1: 'Delivery_Address',
      city: 'city(City_State)',
      state: 'state(City_State)',
      zip: 'Zipcode',
      site_address: 'Site_Address',
      taxacres: 'Land_Acres',
      zoning: 'Zoning',
    },
  },
  {
    county: 'Washington statewide',
    columns: `OBJECTID:row FIPS_NR:part COUNTY_NM:county PARCEL_ID_NR:pin ORIG_PARCEL_ID:pin SITUS_ADDRESS:site SUB_ADDRESS:unit
      SITUS_CITY_NM:city SITUS_ZIP_NR:zip LANDUSE_CD:code VALUE_LAND:value VALUE_BLDG:value DATA_LINK:link FILE_DATE:edit`,
    expected: { pin: 'PARCEL_ID_NR', site_address: 'SITUS_ADDRESS' },
  },
  {
    county: 'Portland Metro RLIS taxlots, Oregon',
    columns: `FID:row TLID:pin RNO:id OWNER1:owner OWNER2:owner2 OWNER3:blank OWNERADDR:mail OWNERCITY:city OWNERSTATE:state OWNERZIP:zip
      SITESTRNO:no SITEADDR:site SITECITY:city SITEZIP:zip LANDVAL:value BLDGVAL:value TOTALVAL:value BLDGSQFT:floorarea A_T_ACRES:acres
      YEARBUILT:built PROP_CODE:code LANDUSE:letter TAXCODE:code SALEDATE:ym SALEPRICE:price COUNTY:letter X_COORD:feet Y_COORD:feet
      JURIS_CITY:town GIS_ACRES:acres2 ORTAXLOT:pin PRIMACCNUM:id`,
    expected: {
      pin: 'TLID',
      name: 'owners(OWNER1, OWNER2, OWNER3)',
      add1: 'OWNERADDR',
      add2: 'care(OWNER2, OWNER3)',
      city: 'OWNERCITY',
      state: 'OWNERSTATE',
      zip: 'OWNERZIP',
      site_address: 'SITEADDR',
      taxacres: 'A_T_ACRES',
      sale_date: 'SALEDATE',
      sales_price: 'SALEPRICE',
    },
  },
  {
    county: 'Lane, Oregon',
    columns: `OBJECTID:row MAPTAXLOT:pin10 TAXLOT:part MAPNUMBER:code maptaxlot_hyphen:pin SPECINT:blank ownname:owner addr1:mail addr2:mail2
      addr3:blank ownercity:city ownerprvst:state ownerzip:zip ownercntry:blank geocity_name:city siteaddr:site mapacres:acres
      landvalue:value impvalue:value totalvalue:value propcl:code propcldes:desc taxcode:code sale_date:date sale_price:price
      lastmod:edit`,
    expected: {
      pin: 'MAPTAXLOT',
      name: 'ownname',
      add1: 'addr1',
      add2: "join(', ', addr2, addr3)",
      city: 'ownercity',
      state: 'ownerprvst',
      zip: 'ownerzip',
      site_address: 'siteaddr',
      taxacres: 'mapacres',
      sale_date: 'sale_date',
      sales_price: 'sale_price',
    },
  },
  {
    county: 'Ada, Idaho',
    columns: `OBJECTID:row PARCEL:pin10 PRIMOWNER:owner SECOWNER:owner2 ADDCONCAT:mail STATCONCAT:csz ADDRESS:site CITY:city ZIPCODE:zip
      SUBDIV:subdivision LOT:part BLOCK:part ACRES:acres TOTALVALUE:value PROPYEAR:taxyear ZONECODE:zone TAXCODE:code LEGAL1:legal
      LEGAL2:blank LASTUPDATE:edit`,
    expected: {
      pin: 'PARCEL',
      name: 'owners(PRIMOWNER, SECOWNER)',
      site_address: 'ADDRESS',
      taxacres: 'ACRES',
      zoning: 'ZONECODE',
    },
  },
  {
    county: 'a county of Wyoming',
    columns: `objectid:row pidn:pin accountno:id taxyear:taxyear taxdistrict:code name:owner incareof:care address:mail city:city state:state
      zipcode:zip streetno:no streetdir:dir streetname:street streetsuffix:type locationcity:city locationzip:zip legal:legal
      grossacres:acres netsqft:sqft economicarea:code deedbook:book deedpage:page actualvalue:value assessedvalue:value
      lastupdate:edit`,
    expected: {
      pin: 'pidn',
      name: 'name',
      add1: 'address',
      add2: 'incareof',
      city: 'city',
      state: 'state',
      zip: 'zipcode',
      site_address: "join(' ', streetno, streetdir, streetname, streetsuffix)",
      taxacres: 'grossacres',
    },
  },
  {
    county: 'Montana cadastral',
    columns: `OBJECTID:row PARCELID:pin COUNTYCD:part PropertyID:id AssessmentCode:pin10 TaxYear:taxyear OwnerName:owner OwnerAddress1:mail
      OwnerAddress2:mail2 OwnerAddress3:blank OwnerCity:city OwnerState:state OwnerZipCode:zip AddressLine1:site AddressLine2:blank
      CityStateZip:csz PropAccess:desc LevyDistrict:code PropType:desc Township:survey Range:survey Section:part
      LegalDescriptionShort:legal Subdivision:subdivision CertificateOfSurvey:blank GISAcres:acres2 TotalAcres:acres
      TotalBuildingValue:value TotalLandValue:value TotalValue:value FarmsiteAcres:zero GrazingAcres:zero LastUpdated:edit`,
    expected: {
      pin: 'PARCELID',
      name: 'OwnerName',
      add1: 'OwnerAddress1',
      add2: "join(', ', OwnerAddress2, OwnerAddress3)",
      city: 'OwnerCity',
      state: 'OwnerState',
      zip: 'OwnerZipCode',
      site_address: 'AddressLine1',
      taxacres: 'TotalAcres',
    },
  },
  {
    county: 'Salt Lake, Utah (land information record)',
    columns: `OBJECTID:row COUNTY_NAME:county COUNTY_ID:part ASSESSOR_SRC:link BOUNDARY_SRC:link DISCLAIMER:link CURRENT_ASOF:edit
      PARCEL_ID:pin10 SERIAL_NUM:oldpin PARCEL_ADD:site PARCEL_CITY:city TAXEXEMPT_TYPE:blank TAX_DISTRICT:code TOTAL_MKT_VALUE:value
      LAND_MKT_VALUE:value PARCEL_ACRES:acres PROP_CLASS:desc PRIMARY_RES:flag HOUSE_CNT:count SUBDIV_NAME:subdivision
      BLDG_SQFT:floorarea BLDG_SQFT_INFO:blank FLOORS_CNT:count BUILT_YR:built EFFBUILT_YR:built CONST_MATERIAL:desc
      Shape__Area:sqm`,
    expected: { pin: 'PARCEL_ID', site_address: 'PARCEL_ADD', taxacres: 'PARCEL_ACRES' },
  },
  {
    county: 'Denver, Colorado',
    columns: `OBJECTID:row MAPNUM:code BLKNUM:part PARCELNUM:part APPENDAGE:part PARCEL_SOURCE:desc SYSTEM_START_DATE:edit SCHEDNUM:pin10
      OWNER_NAME:owner OWNER_ADDRESS_LINE1:mail OWNER_ADDRESS_LINE2:mail2 OWNER_ADDR_NBR_PREFIX:blank OWNER_ADDR_NBR:mailno
      OWNER_STR_NAME_PRE_DIR:dir OWNER_STR_NAME:street OWNER_STR_NAME_POST_TYPE:type OWNER_UNIT_TYPE:blank OWNER_UNIT_IDENT:unit
      OWNER_CITY:city OWNER_STATE:state OWNER_ZIP:zip SITUS_ADDRESS_ID:id SITUS_ADDRESS_LINE1:site SITUS_ADDRESS_LINE2:blank
      SITUS_ADDRESS_NBR:no SITUS_STR_NAME_PRE_DIR:dir SITUS_STR_NAME:street SITUS_STR_NAME_POST_TYPE:type SITUS_UNIT_IDENT:unit
      SITUS_CITY:city SITUS_STATE:here SITUS_ZIP:zip TAX_DIST:code PROP_CLASS:code PROPERTY_CLASS:desc APPRAISED_LAND_VALUE:value
      APPRAISED_IMP_VALUE:value APPRAISED_TOTAL_VALUE:value ASSESSED_TOTAL_VALUE_LOCAL:value LAND_AREA:sqft RES_ORIG_YEAR_BUILT:built
      RES_ABOVE_GRADE_AREA:floorarea COM_GROSS_AREA:floorarea SALE_YEAR:year SALE_MONTHDAY:code SALE_PRICE:price RECEPTION_NUM:doc
      ZONE_ID:code ZONE_10:zone LEGL_DESCRIPTION:legal`,
    expected: {
      pin: 'SCHEDNUM',
      name: 'OWNER_NAME',
      add1: 'OWNER_ADDRESS_LINE1',
      add2: "join(', ', OWNER_ADDRESS_LINE2, OWNER_UNIT_IDENT)",
      city: 'OWNER_CITY',
      state: 'OWNER_STATE',
      zip: 'OWNER_ZIP',
      site_address: 'SITUS_ADDRESS_LINE1',
      taxacres: 'LAND_AREA/43560',
      sales_price: 'SALE_PRICE',
      zoning: 'ZONE_10',
    },
  },
  {
    county: 'Jefferson, Colorado, with mailing addresses in pieces',
    columns: `OBJECTID:row PIN:pin AIN:pin10 SPN:id OWNNAM:owner OWNNAM2:owner2 OWNNAM3:blank OWNICO:care MAILSTRNBR:mailno MAILSTRDIR:dir
      MAILSTRNAM:street MAILSTRTYP:type MAILSTRSFX:blank MAILSTRUNT:mail2 MAILCTYNAM:city MAILSTENAM:state MAILZIP5:zip MAILZIP4:zip4
      PRPADDRESS:site PRPSTRNUM:no PRPSTRNAM:street PRPCTYNAM:city PRPSTENAM:here PRPZIP5:zip TAXCLS:code SUBNAM:subdivision
      SLSDT:ymd SLSAMT:price TOTACTVAL:value MILL_LEVY:count TAXDIST:code ACRES:acres Shape_Leng:feet`,
    expected: {
      pin: 'PIN',
      name: 'owners(OWNNAM, OWNNAM2, OWNNAM3)',
      add1: "join(' ', MAILSTRNBR, MAILSTRDIR, MAILSTRNAM, MAILSTRTYP, MAILSTRUNT)",
      add2: 'OWNICO',
      city: 'MAILCTYNAM',
      state: 'MAILSTENAM',
      zip: 'MAILZIP5',
      site_address: 'PRPADDRESS',
      taxacres: 'ACRES',
      sale_date: 'SLSDT',
      sales_price: 'SLSAMT',
    },
  },
  {
    county: 'Boulder, Colorado',
    columns: `OBJECTID:row PARCEL_NO:pin10 ACCOUNT:id STRAP:pin OWNER_NAME:owner MAILING_ADDRESS:mail MAILING_CITY:city MAILING_STATE:state
      MAILING_ZIP:zip SITUS:site SECTION:part TOWNSHIP:survey RANGE:survey SUBNAME:subdivision SUBCODE:code BLOCK:part LOT:part
      JURISDICTION:town GISACRES:acres LEGAL:legal DEED_DATE:mdy SALE_PRICE:pricetext TAX_AREA:code UPDATED:edit`,
    expected: {
      pin: 'PARCEL_NO',
      name: 'OWNER_NAME',
      add1: 'MAILING_ADDRESS',
      city: 'MAILING_CITY',
      state: 'MAILING_STATE',
      zip: 'MAILING_ZIP',
      site_address: 'SITUS',
      taxacres: 'GISACRES',
      township: 'JURISDICTION',
      sale_date: 'DEED_DATE',
      sales_price: 'SALE_PRICE',
    },
  },
  {
    county: 'Maricopa, Arizona',
    columns: `OBJECTID:row APN:pin10 APN_DASH:pin FLOOR:count MCR:code SUBNAME:subdivision LOT_NUM:part STR:code BOOK:code MAP:part
      OWNER_NAME:owner INCAREOF:care MAIL_ADDRESS:mailwhole MAIL_ADDR1:mail MAIL_ADDR2:mail2 MAIL_CITY:city MAIL_STATE:state
      MAIL_ZIP:zip MAIL_COUNTRY:blank PHYSICAL_ADDRESS:sitewhole PHYSICAL_STREET_NUM:no PHYSICAL_STREET_DIR:dir
      PHYSICAL_STREET_NAME:street PHYSICAL_STREET_TYPE:type PHYSICAL_STREET_POSTDIR:blank PHYSICAL_SUITE:blank PHYSICAL_CITY:city
      PHYSICAL_ZIP:zip JURISDICTION:town DEED_NUMBER:doc DEED_DATE:ms SALE_DATE:ms SALE_PRICE:price LAND_SIZE:sqft CONST_YEAR:built
      LIVING_SPACE:floorarea FCV_CUR:value LPV_CUR:value TAX_YR_CUR:taxyear LC_CUR:letter PUC:code CITY_ZONING:zone LATITUDE:lat
      LONGITUDE:lng Shape__Area:sqft`,
    expected: {
      pin: 'APN',
      name: 'OWNER_NAME',
      add1: 'MAIL_ADDR1',
      add2: "join(', ', INCAREOF, MAIL_ADDR2)",
      city: 'MAIL_CITY',
      state: 'MAIL_STATE',
      zip: 'MAIL_ZIP',
      site_address: 'line1(PHYSICAL_ADDRESS)',
      taxacres: 'LAND_SIZE/43560',
      sale_date: 'SALE_DATE',
      sales_price: 'SALE_PRICE',
      township: 'JURISDICTION',
      zoning: 'CITY_ZONING',
    },
  },
  {
    county: 'Pima, Arizona, whose first mailing line is the owner',
    columns: `OBJECTID:row PARCEL:pin10 MAIL1:owner MAIL2:mail MAIL3:citystate MAIL4:blank MAIL5:blank ZIP:zip ZIP4:zip4 ADDRESS_OL:site
      STREET_NO:no STREET_DIR:dir STREET_NAM:street STREET_SUF:type JURIS_OL:town CURZONE_OL:zone GISACRES:acres GISAREA:sqft
      LANDMEAS:sqft PARCEL_USE:code FCV:value TAXYR:taxyear RECORDDATE:ymd DOCKET:book PAGE:page LEGAL1:legal`,
    expected: {
      pin: 'PARCEL',
      name: 'MAIL1',
      add1: 'line1(MAIL2, MAIL3, MAIL4, MAIL5)',
      add2: 'line2(MAIL2, MAIL3, MAIL4, MAIL5)',
      city: 'city(MAIL2, MAIL3, MAIL4, MAIL5)',
      state: 'state(MAIL2, MAIL3, MAIL4, MAIL5)',
      zip: 'ZIP',
      site_address: "join(' ', STREET_NO, STREET_DIR, STREET_NAM, STREET_SUF)",
      taxacres: 'GISACRES',
      sale_date: 'RECORDDATE',
      zoning: 'CURZONE_OL',
    },
  },
  {
    county: 'Clark, Nevada',
    columns: `OBJECTID:row APN:pin PARCELTYPE:code TAX_DIST:code CALC_ACRES:acres2 ASSR_ACRES:acres SUB_NAME:subdivision SUB_LOT:part
      SUB_BLOCK:part OWNER:owner OWNER2:owner2 MAILADDR1:mail MAILADDR2:mail2 MAILCITY:city MAILSTATE:state MAILZIP:zip STRNO:no
      STRDIR:dir STRNAME:street STRTYPE:type STRUNIT:unit LANDUSE:code SALEDATE:ym SALEPRICE:price RECDOC:doc RECDATE:ymd ASSD_LAND:value
      ASSD_IMPR:value ADDDATE:edit UPDDATE:edit SHAPE_LEN:feet`,
    expected: {
      pin: 'APN',
      name: 'owners(OWNER, OWNER2)',
      add1: 'MAILADDR1',
      add2: "join(', ', care(OWNER2), MAILADDR2)",
      city: 'MAILCITY',
      state: 'MAILSTATE',
      zip: 'MAILZIP',
      site_address: "join(' ', STRNO, STRDIR, STRNAME, STRTYPE, STRUNIT)",
      taxacres: 'ASSR_ACRES',
      sale_date: 'SALEDATE',
      sales_price: 'SALEPRICE',
    },
  },
  {
    county: 'Los Angeles, California',
    columns: `OBJECTID:row AIN:pin10 APN:pin SitusHouseNo:no SitusFraction:blank SitusDirection:dir SitusUnit:unit SitusStreet:streetline
      SitusAddress:site SitusCity:city SitusZIP:zip SitusFullAddress:sitewhole TaxRateArea:code TaxRateCity:city AgencyClassNo:blank
      AgencyName:blank UseCode:code UseType:desc UseDescription:desc DesignType1:code YearBuilt1:built EffectiveYear1:built
      Units1:count Bedrooms1:count Bathrooms1:count SQFTmain1:floorarea Roll_Year:taxyear Roll_LandValue:value Roll_ImpValue:value
      Roll_HomeOwnersExemp:zero Roll_LandBaseYear:built LegalDescription:legal CENTER_LAT:lat CENTER_LON:lng CENTER_X:feet
      ParcelCreateDate:edit ParcelTypeCode:code QualityClass1:letter Shape_Length:feet`,
    expected: { pin: 'APN', site_address: 'SitusAddress' },
  },
  {
    county: 'Alameda, California',
    columns: `OBJECTID:row APN:pin APN_SORT:pin10 BOOK:code PAGE:part PARCEL:part SUB_PARCEL:blank CLCA_CATEGORY:desc COMMENTS:note
      SitusAddress:site SitusStreetNumber:no SitusStreetName:streetline SitusUnit:unit SitusCity:city SitusZip:zip
      MailingAddress:mail MailingAddressUnit:blank MailingAddressCityState:citystate MailingAddressZip:zip Land:value Imps:value
      CLLand:zero TotalNetValue:value UseCode:code EconomicUnit:letter DATE_CREATED:edit DATE_UPDATED:edit`,
    expected: {
      pin: 'APN',
      add1: 'MailingAddress',
      city: 'city(MailingAddressCityState)',
      state: 'state(MailingAddressCityState)',
      zip: 'MailingAddressZip',
      site_address: 'SitusAddress',
    },
    lostByCut: ['add1'],
  },
  {
    county: 'San Diego, California',
    columns: `OBJECTID:row APN:pin10 APN_8:parent PARCELID:id OWN_NAME1:owner OWN_NAME2:owner2 OWN_NAME3:blank FRACTINT:count OWN_ADDR1:mail
      OWN_ADDR2:citystate OWN_ADDR3:blank OWN_ADDR4:blank OWN_ZIP:zip LEGLDESC:legal ASR_LAND:value ASR_IMPR:value ASR_TOTAL:value
      ACREAGE:acres DOCTYPE:letter DOCNMBR:doc DOCDATE:ymd TAXSTAT:letter OWNEROCC:flag TRANUM:code ASR_ZONE:district ASR_LANDUSE:code
      UNITQTY:count SUBMAP:code SUBNAME:subdivision NUCLEUS_ZONE_CD:code NUCLEUS_USE_CD:code SITUS_JURIS:letter SITUS_ADDRESS:no
      SITUS_FRACTION:blank SITUS_PRE_DIR:blank SITUS_STREET:street SITUS_SUFFIX:type SITUS_POST_DIR:blank SITUS_SUITE:blank
      SITUS_COMMUNITY:city SITUS_ZIP:zip OVERLAY_JURIS:letter MULTI:flag POLYGONS:count X_COORD:feet Y_COORD:feet
      TOTAL_LVG_AREA:floorarea BEDROOMS:count USABLE_SQ_FEET:zero YEAR_EFFECTIVE:built`,
    expected: {
      pin: 'APN',
      name: 'owners(OWN_NAME1, OWN_NAME2, OWN_NAME3)',
      add1: 'line1(OWN_ADDR1, OWN_ADDR2, OWN_ADDR3, OWN_ADDR4)',
      add2: "join(', ', care(OWN_NAME2, OWN_NAME3), line2(OWN_ADDR1, OWN_ADDR2, OWN_ADDR3, OWN_ADDR4))",
      city: 'city(OWN_ADDR1, OWN_ADDR2, OWN_ADDR3, OWN_ADDR4)',
      state: 'state(OWN_ADDR1, OWN_ADDR2, OWN_ADDR3, OWN_ADDR4)',
      zip: 'OWN_ZIP',
      site_address: "join(' ', SITUS_ADDRESS, SITUS_STREET, SITUS_SUFFIX)",
      taxacres: 'ACREAGE',
      sale_date: 'DOCDATE',
    },
  },
  {
    county: 'San Francisco, California',
    columns: `OBJECTID:row MAPBLKLOT:parent BLKLOT:pin10 BLOCK_NUM:code LOT_NUM:part FROM_ADDRESS_NUM:no TO_ADDRESS_NUM:no STREET_NAME:street
      STREET_TYPE:type ODD_EVEN:letter IN_ASR_SECURED_ROLL:flag PW_RECORDED_MAP:flag ZONING_CODE:zone ZONING_DISTRICT:desc
      DATE_REC_ADD:edit DATE_REC_DROP:blank DATE_MAP_ADD:edit DATE_MAP_DROP:blank DATE_MAP_ALT:edit PROJECT_ID_ADD:doc ACTIVE:flag
      CENTROID_LATITUDE:lat CENTROID_LONGITUDE:lng SUPNAME:desc NUMPOLYG:count`,
    expected: {
      pin: 'BLKLOT',
      site_address: "join(' ', FROM_ADDRESS_NUM, STREET_NAME, STREET_TYPE)",
      zoning: 'ZONING_CODE',
    },
  },
  {
    county: 'Hawaii statewide',
    columns: `objectid:row county:letter division:count island:desc zone:count section:count plat:part parcel:part tmk:num10 tmk_txt:pin10
      cty_tmk:num10 type:letter majorowner:note gisacres:acres qpub_link:link st_areashape:sqm`,
    expected: { pin: 'tmk', taxacres: 'gisacres' },
  },
  {
    county: 'Matanuska-Susitna, Alaska',
    columns: `OBJECTID:row PARCEL_ID:pin10 TAX_ACCT:id TAXMAP:code OWNER_1:owner OWNER_2:owner2 OWNER_ADDRESS_1:mail OWNER_ADDRESS_2:mail2
      OWNER_CITY:city OWNER_STATE:state OWNER_ZIP:zip SITE_ADDRESS:site LEGAL_DESC:legal SUBDIVISION:subdivision LOT:part BLOCK:part
      TOWNSHIP:survey RANGE:survey SECTION:part ACRES:acres LAND_VALUE:value IMPR_VALUE:value TOTAL_VALUE:value TAX_AREA:code
      EDIT_DATE:edit`,
    expected: {
      pin: 'PARCEL_ID',
      name: 'owners(OWNER_1, OWNER_2)',
      add1: 'OWNER_ADDRESS_1',
      add2: "join(', ', care(OWNER_2), OWNER_ADDRESS_2)",
      city: 'OWNER_CITY',
      state: 'OWNER_STATE',
      zip: 'OWNER_ZIP',
      site_address: 'SITE_ADDRESS',
      taxacres: 'ACRES',
    },
  },
  {
    county: 'Bernalillo, New Mexico',
    columns: `OBJECTID:row UPC:num10 OWNER:owner OWNADD:mail OWNADD2:csz SITUSADD:site SITUSADD2:csz LEGALDESC:legal PROPCLASS:letter
      ACREAGE:acres TAXDIST:code TAXYEAR:taxyear DOCUMENTN:doc LUCODE:code NETTAXABLE:value SHAPE_Leng:feet`,
    expected: {
      pin: 'UPC',
      name: 'OWNER',
      add1: 'line1(OWNADD, OWNADD2)',
      add2: 'line2(OWNADD, OWNADD2)',
      city: 'city(OWNADD, OWNADD2)',
      state: 'state(OWNADD, OWNADD2)',
      zip: 'zip(OWNADD, OWNADD2)',
      site_address: 'SITUSADD',
      taxacres: 'ACREAGE',
    },
  },
  {
    county: 'Oklahoma, Oklahoma',
    columns: `objectid:row accountno:pin10 mapnumber:code propertyid:id name1:owner name2:owner2 name3:blank mailingaddress1:mail
      mailingaddress2:mail2 mailingaddress3:blank city:city state:state zipcode:zip location:site legal:legal subname:subdivision
      block:part lot:part township:survey range:survey section:part accttype:desc currentmarket:value currenttaxable:value
      saledate:ms saleprice:price deedbook:book deedpage:page acres:acres lastupdate:edit`,
    expected: {
      pin: 'accountno',
      name: 'owners(name1, name2, name3)',
      add1: 'mailingaddress1',
      add2: "join(', ', care(name2, name3), mailingaddress2, mailingaddress3)",
      city: 'city',
      state: 'state',
      zip: 'zipcode',
      site_address: 'location',
      taxacres: 'acres',
      sale_date: 'saledate',
      sales_price: 'saleprice',
    },
  },
  {
    county: 'a Regrid download',
    columns: `ogc_fid:row geoid:fips parcelnumb:pin parcelnumb_no_formatting:pin10 state_parcelnumb:pin account_number:id tax_id:id
      alt_parcelnumb1:oldpin usecode:code usedesc:desc zoning:zone zoning_description:desc struct:flag yearbuilt:built numstories:count
      parvaltype:desc improvval:value landval:value parval:value agval:zero saleprice:price saledate:date taxamt:value taxyear:taxyear
      owntype:blank owner:owner unmodified_owner:owner ownfrst:first ownlast:last owner2:owner2 owner3:blank subsurfown:blank
      mailadd:mail mail_address2:mail2 careof:care mail_addno:mailno mail_addpref:blank mail_addstr:street mail_addsttyp:type
      mail_unit:blank mail_city:city mail_state2:state mail_zip:zip mail_country:blank original_mailing_address:blank address:site
      address2:blank saddno:no saddpref:dir saddstr:street saddsttyp:type saddstsuf:blank sunit:unit scity:city original_address:blank
      city:city county:county state2:here szip:zip szip5:zip urbproper:city legaldesc:legal plat:code book:book page:page block:part
      lot:part neighborhood:desc subdivision:subdivision lat:lat lon:lng qoz:flag census_tract:code ll_last_refresh:edit
      sourceurl:link recrdareano:sqft deeded_acres:blank gisacre:acres2 sqft:sqft ll_gisacre:acres ll_gissqft:sqft path:link
      ll_uuid:uid ll_updated_at:edit`,
    expected: {
      pin: 'parcelnumb',
      name: 'owners(owner, owner2, owner3)',
      add1: 'mailadd',
      add2: "join(', ', careof, mail_address2)",
      city: 'mail_city',
      state: 'mail_state2',
      zip: 'mail_zip',
      site_address: 'address',
      taxacres: 'gisacre',
      sale_date: 'saledate',
      sales_price: 'saleprice',
      zoning: 'zoning',
    },
  },
];
