select cntrycode, count(*) numcust, sum(c_acctbal) totacctbal
from ( select substr(c_phone, 1, 2) cntrycode, c_acctbal
from customer
cross join (select avg(c_acctbal) average
from customer
where c_acctbal > 0.00 and substr(c_phone, 1, 2) in ('13', '31', '23', '29', '30', '18', '17')) a
left outer join orders on o_custkey = c_custkey
where substr(c_phone, 1, 2) in ('13', '31', '23', '29', '30', '18', '17')
    and c_acctbal > average and o_orderkey is null) custsale
group by cntrycode
order by cntrycode
